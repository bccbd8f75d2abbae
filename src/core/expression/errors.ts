/**
 * What can be wrong with an expression. All but `missing_path` are final; `??` catches that one.
 * - `syntax_error`: the text is not an expression
 * - `unknown_name`: a path starts with something that does not exist, or `steps`, `secrets`, `run`, `app` are used in another way than they can be
 * - `missing_path`: a path leads nowhere in the data at hand
 * - `type_error`: an operator got values that it does not take
 * - `budget_exceeded`: too long, too deep, too much work or too much output
 * - `secret_not_allowed`: a secret is named where none may be
 */
export type ExpressionErrorCode =
  | "syntax_error"
  | "unknown_name"
  | "missing_path"
  | "type_error"
  | "budget_exceeded"
  | "secret_not_allowed";

/** Says what is wrong with an expression or template; `position` is the offset in its source, from 0. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";

  constructor(
    readonly code: ExpressionErrorCode,
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}
