import type { ViewIcon as Icon } from "@tidemark/core/view";
import { Bookmark } from "lucide-react";
import { Suspense } from "react";
import { componentOnDemand } from "../lazy/lazy-component.ts";

const LucideIcon = componentOnDemand(async () => (await import("./lucide-icon.tsx")).LucideIcon);

/** Emoji or icon of a view; a bookmark if it has none, or an unknown one. */
export function ViewIcon({ icon }: { readonly icon: Icon | null }) {
  if (icon !== null && "emoji" in icon) {
    return (
      <span aria-hidden className="view-emoji">
        {icon.emoji}
      </span>
    );
  }
  const bookmark = <Bookmark size={16} strokeWidth={1.75} aria-hidden className="flex-none" />;
  if (icon === null) return bookmark;
  return (
    <Suspense fallback={bookmark}>
      <LucideIcon name={icon.lucide} fallback={bookmark} />
    </Suspense>
  );
}
