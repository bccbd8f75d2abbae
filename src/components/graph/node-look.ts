import { CircleHelp, Globe, type LucideIcon, Play, ScrollText, Split, Timer } from "lucide-react";
import type { NodeType } from "@/core/kinds";

export interface NodeLook {
  label: string;
  icon: LucideIcon;
}

/**
 * How every node type is shown. The labels are those of core/kinds (a test keeps them equal), written here again so that a
 * page that only shows nodes does not load how their configs are checked.
 */
const looks: Record<NodeType, NodeLook> = {
  trigger: { label: "Trigger", icon: Play },
  condition: { label: "Condition", icon: Split },
  delay: { label: "Delay", icon: Timer },
  http_request: { label: "HTTP request", icon: Globe },
  log: { label: "Log", icon: ScrollText },
};

/** While someone types, a draft holds types that do not exist: they show as what they say. */
export function nodeLook(type: string): NodeLook {
  return isNodeType(type) ? looks[type] : { label: type || "No type", icon: CircleHelp };
}

function isNodeType(type: string): type is NodeType {
  return Object.hasOwn(looks, type);
}
