import type { Role } from "@/core/roles";

interface RoleWords {
  label: string;
  /** in a sentence about somebody */
  article: string;
  /** what one who has it may do, in words for them */
  may: string;
}

export const roleWords: Record<Role, RoleWords> = {
  viewer: { label: "Viewer", article: "a viewer", may: "look at everything, and change nothing." },
  editor: { label: "Editor", article: "an editor", may: "edit, activate, trigger, retry and cancel." },
  admin: { label: "Admin", article: "an admin", may: "do everything: secrets, users, keys and the audit log as well." },
};
