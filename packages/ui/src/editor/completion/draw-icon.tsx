import type { LucideIcon } from "lucide-react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";

const drawn = new Map<LucideIcon, Node>();

/** Returns an icon as a DOM node. CodeMirror draws its lists without React, and again with every key. */
export function drawIcon(icon: LucideIcon): Node {
  const known = drawn.get(icon) ?? draw(icon);
  drawn.set(icon, known);
  return known.cloneNode(true);
}

function draw(Icon: LucideIcon): Node {
  const holder = document.createElement("span");
  const root = createRoot(holder);
  flushSync(() => root.render(<Icon size={16} strokeWidth={1.75} aria-hidden />));
  const icon = holder.firstChild?.cloneNode(true) ?? document.createTextNode("");
  root.unmount();
  return icon;
}
