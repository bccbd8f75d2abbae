/** Rows of the tables of accounts, whole. */
export type {
  ApiKeyModel as ApiKeyRow,
  InvitationModel as InvitationRow,
  UserModel as UserRow,
} from "@/generated/prisma/models";
