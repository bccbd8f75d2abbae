import { CircleHelp, Globe, type LucideIcon, Play, ScrollText, Split, Timer } from "lucide-react";
import { type NodeType, nodeKinds } from "@/core/kinds";

const icons: Record<NodeType, LucideIcon> = {
  trigger: Play,
  condition: Split,
  delay: Timer,
  http_request: Globe,
  log: ScrollText,
};

export interface NodeLook {
  label: string;
  icon: LucideIcon;
}

/** How a node type is shown. While someone types, a draft holds types that do not exist: they show as what they say. */
export function nodeLook(type: string): NodeLook {
  return isNodeType(type)
    ? { label: nodeKinds[type].label, icon: icons[type] }
    : { label: type || "No type", icon: CircleHelp };
}

function isNodeType(type: string): type is NodeType {
  return Object.hasOwn(nodeKinds, type);
}
