import { z } from "zod";
import {
  acceptInvitationInput,
  heldInvitation,
  identity,
  invitation,
  invitationByTokenInput,
  invited,
  inviteInput,
  listUsersInput,
  passwordLink,
  updateUserInput,
  user,
  userPage,
} from "@/contracts/accounts";
import { byIdInput } from "@/contracts/common";
import { heldInvitation as readHeldInvitation } from "@/services/accounts/accept-invitation";
import { invite, listInvitations, withdrawInvitation } from "@/services/accounts/invitations";
import { passwordLink as makePasswordLink } from "@/services/accounts/password-link";
import { listUsers, updateUser } from "@/services/accounts/users";
import { acceptInvitation } from "../access/session-calls";
import { procedure, router } from "../trpc";
import { webProcess } from "../web-process";

export const usersRouter = router({
  list: procedure
    .input(listUsersInput)
    .output(userPage)
    .query(({ ctx, input }) => listUsers(ctx.services, input)),

  update: procedure
    .input(updateUserInput)
    .output(user)
    .mutation(({ ctx, input }) => updateUser(ctx.services, input)),

  invitations: procedure
    .output(z.object({ items: z.array(invitation) }))
    .query(({ ctx }) => listInvitations(ctx.services)),

  invite: procedure
    .input(inviteInput)
    .output(invited)
    .mutation(({ ctx, input }) => invite(ctx.services, webProcess().env.APP_URL, input)),

  passwordLink: procedure
    .input(byIdInput)
    .output(passwordLink)
    .mutation(({ ctx, input }) => makePasswordLink(ctx.services, webProcess().env.APP_URL, input)),

  withdrawInvitation: procedure
    .input(byIdInput)
    .output(byIdInput)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx.services, input)),

  /** a query that carries a token: POSTed by clients, so that it stands in no address */
  invitation: procedure
    .input(invitationByTokenInput)
    .output(heldInvitation)
    .mutation(({ ctx, input }) => readHeldInvitation(ctx.services, input)),

  acceptInvitation: procedure
    .input(acceptInvitationInput)
    .output(identity)
    .mutation(({ ctx, input }) => acceptInvitation(ctx.door, input)),
});
