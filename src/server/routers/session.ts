import { changePasswordInput, entrance, identity, setUpInput, signedOut, signInInput } from "@/contracts/accounts";
import * as calls from "../access/session-calls";
import { procedure, router } from "../trpc";

/** The session of whoever asks. */
export const sessionRouter = router({
  entrance: procedure.output(entrance).query(() => calls.entrance()),

  get: procedure.output(identity).query(({ ctx }) => calls.presentIdentity(ctx.caller)),

  signIn: procedure
    .input(signInInput)
    .output(identity)
    .mutation(({ ctx, input }) => calls.signIn(ctx.door, input)),

  signOut: procedure.output(signedOut).mutation(({ ctx }) => calls.signOut(ctx.door)),

  signOutEverywhere: procedure.output(signedOut).mutation(({ ctx }) => calls.signOutEverywhere(ctx.door, ctx.caller)),

  changePassword: procedure
    .input(changePasswordInput)
    .output(identity)
    .mutation(({ ctx, input }) => calls.changePassword(ctx.door, ctx.caller, input)),

  setUp: procedure
    .input(setUpInput)
    .output(identity)
    .mutation(({ ctx, input }) => calls.setUp(ctx.door, input)),
});
