import * as modules from "lucide-react/icons/index";
import type { LucideIcon as Component } from "lucide-react";
import { createElement, type ReactNode } from "react";

// The types of the package know each file of the set, but not the one that names them all.
const icons: Readonly<Record<string, Component>> = modules as object as Record<string, Component>;

const byName = new Map(Object.entries(icons).map(([name, icon]) => [name.toLowerCase(), icon]));

/** Names as the set writes them (`circle-check`), but for a few that no rule leads to. */
export const iconNames: readonly string[] = Object.keys(icons)
  .filter((name) => !/\d[A-Zx\d]|AZ|ZA/.test(name))
  .map(kebabCase);

/** An icon of the whole Lucide set by its name, however that is written. */
export function LucideIcon(props: { readonly name: string; readonly fallback: ReactNode }) {
  const Icon = byName.get(props.name.replaceAll("-", "").toLowerCase());
  if (Icon === undefined) return props.fallback;
  // It is made by the module, and only chosen here.
  return createElement(Icon, {
    size: 16,
    strokeWidth: 1.75,
    "aria-hidden": true,
    className: "flex-none",
  });
}

function kebabCase(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replaceAll(/([a-z])(\d)/gi, "$1-$2")
    .toLowerCase();
}
