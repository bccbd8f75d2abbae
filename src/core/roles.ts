/** What somebody may do, each role more than the one before it. */
export const roles = ["viewer", "editor", "admin"] as const;
export type Role = (typeof roles)[number];

/** Whether one who has `role` may do what `needed` may. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

const articles: Record<Role, string> = { viewer: "a viewer", editor: "an editor", admin: "an admin" };

/** Why one who has `role` may not do what takes `needed`, in words for them; undefined: they may. */
export function roleRefusal(role: Role, needed: Role): string | undefined {
  return includesRole(role, needed) ? undefined : `This takes ${articles[needed]}; you are ${articles[role]}.`;
}
