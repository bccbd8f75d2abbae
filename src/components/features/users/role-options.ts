import { roleWords } from "@/components/features/accounts/role-words";
import { roles } from "@/core/roles";

export const roleOptions = roles.map((value) => ({ value, label: roleWords[value].label }));
