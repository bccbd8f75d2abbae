import { type Json, parseStoredJson } from "@/core/json";
import { smallValueBytes } from "./small-value";

/** JSON text that is read when somebody looks at it. */
export class LazyJson {
  #value: Json | undefined;

  constructor(readonly text: string) {}

  get value(): Json {
    this.#value ??= parseStoredJson(this.text);
    return this.#value;
  }

  /** Lets go of a large tree; the text stays, and is read again when needed. */
  forget(): void {
    if (this.text.length > smallValueBytes) this.#value = undefined;
  }
}
