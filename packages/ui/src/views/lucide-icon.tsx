import * as modules from "lucide-react/icons/index";
import type { LucideIcon as Component } from "lucide-react";
import { createElement, type ReactNode } from "react";

// The package has types for each icon's file, but not for the module that exports them all.
const icons: Readonly<Record<string, Component>> = modules as object as Record<string, Component>;

const byName = new Map(Object.entries(icons).map(([name, icon]) => [name.toLowerCase(), icon]));

/** Icon names in Lucide's form (`circle-check`), except for a few that can't be derived. */
export const iconNames: readonly string[] = Object.keys(icons)
  .filter((name) => !/\d[A-Zx\d]|AZ|ZA/.test(name))
  .map(kebabCase);

/** Lucide icon by name, in kebab or camel case. */
export function LucideIcon(props: { readonly name: string; readonly fallback: ReactNode }) {
  const Icon = byName.get(props.name.replaceAll("-", "").toLowerCase());
  if (Icon === undefined) return props.fallback;
  // The component is created by the module and only selected here.
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
