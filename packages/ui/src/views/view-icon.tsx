import type { ViewIcon as Icon } from "@tidemark/core/view";
import { Bookmark } from "lucide-react";
import { Suspense } from "react";
import { partOnDemand } from "../lazy/lazy-part.ts";

const LucideIcon = partOnDemand(async () => (await import("./lucide-icon.tsx")).LucideIcon);

/** A view's character or icon; a bookmark where it has none, or one that nobody knows. */
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
