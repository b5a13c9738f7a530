import { Menu } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { setUi } from "../state/ui-state.ts";
import { useIsListed, useViewAddress } from "../state/view-address.ts";
import { countWords } from "./count-words.ts";
import { viewStrings } from "./strings.ts";
import type { ShownView, ViewActions } from "./use-views.ts";
import { ViewIcon } from "./view-icon.tsx";

interface ViewRowProps {
  readonly view: ShownView;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly actions: ViewActions;
  moveBy(view: ShownView, step: 1 | -1): void;
  drag(id: string): void;
  onChosen(): void;
}

/** A view to go to; by the pointer it can be dragged to another place, by its menu moved there. */
export function ViewRow(props: ViewRowProps) {
  useLanguage();
  const { view, isFirst, isLast, actions, moveBy } = props;
  const { saved } = useViewAddress();
  const isListed = useIsListed();
  return (
    <>
      <Link
        to="/"
        search={{ saved: view.id }}
        aria-current={isListed && saved === view.id ? "page" : undefined}
        className="sidebar-row sidebar-mark"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", view.title);
          props.drag(view.id);
        }}
        onClick={props.onChosen}
      >
        <ViewIcon icon={view.icon} />
        <span dir="auto" className="truncate">
          {view.title}
        </span>
        <ViewCount id={view.id} />
      </Link>
      <Menu.Root>
        <Menu.Trigger className="icon-button view-more" aria-label={viewStrings.actionsOf(view.title)}>
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner side="bottom" align="end" sideOffset={2} className="z-50">
            <Menu.Popup className="popover min-w-40 p-1 outline-none">
              <Menu.Item
                className="menu-row"
                onClick={() => {
                  const { id, title, filter, icon } = view;
                  setUi({ editedView: { id, title, filter, icon }, isDrawerOpen: false });
                }}
              >
                {viewStrings.edit}
              </Menu.Item>
              <Menu.Item className="menu-row" disabled={isFirst} onClick={() => moveBy(view, -1)}>
                {viewStrings.moveUp}
              </Menu.Item>
              <Menu.Item className="menu-row" disabled={isLast} onClick={() => moveBy(view, 1)}>
                {viewStrings.moveDown}
              </Menu.Item>
              <Menu.Separator className="mx-1 my-1 h-px bg-border" />
              <Menu.Item className="menu-row" onClick={() => actions.remove(view)}>
                {viewStrings.remove}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
}

function ViewCount({ id }: { readonly id: string }) {
  useLanguage();
  const client = useClient();
  const count = useQuery({
    queryKey: queryKeys.viewCount(id),
    queryFn: ({ signal }) => client.memos.count.query({ saved: id }, { signal }),
    retry: false,
  }).data;
  if (count === undefined) return null;
  return (
    <span className="sidebar-count">
      <span aria-hidden>{count.isMore ? `${count.count}+` : count.count}</span>
      <span className="sr-only">{countWords(count)}</span>
    </span>
  );
}
