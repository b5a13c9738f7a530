import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useViewCount } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { useIsListed, useShown } from "../state/view-address.ts";
import { viewListStrings } from "./list-strings.ts";
import type { ShownView } from "./use-view-actions.ts";
import { ViewIcon } from "./view-icon.tsx";

interface ViewRowProps {
  readonly view: ShownView;
  openMenu(view: ShownView, anchor: HTMLElement): void;
  drag(id: string): void;
  onChosen(): void;
}

/** Link to a view. It can be dragged with the pointer, or moved from its menu. */
export function ViewRow({ view, openMenu, drag, onChosen }: ViewRowProps) {
  useLanguage();
  const saved = useShown((address) => address.saved);
  const isListed = useIsListed();
  const count = useViewCount(view.id).data;
  return (
    <>
      <Link
        to="/"
        search={{ saved: view.id }}
        aria-current={isListed && saved === view.id ? "page" : undefined}
        aria-description={
          count === undefined ? undefined : viewListStrings.count(count.count, count.isMore)
        }
        className="sidebar-row sidebar-mark"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", view.title);
          drag(view.id);
        }}
        onClick={onChosen}
      >
        <ViewIcon icon={view.icon} />
        <span dir="auto" className="truncate">
          {view.title}
        </span>
        <span aria-hidden className="sidebar-count">
          {count !== undefined && (count.isMore ? `${count.count}+` : count.count)}
        </span>
      </Link>
      <button
        type="button"
        className="icon-button view-more"
        aria-label={viewListStrings.actionsOf(view.title)}
        aria-haspopup="menu"
        onClick={(event) => openMenu(view, event.currentTarget)}
      >
        <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </>
  );
}
