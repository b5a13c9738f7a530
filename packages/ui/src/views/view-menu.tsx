import { Menu } from "@base-ui/react/menu";
import { useFeedback } from "../feedback/feedback.ts";
import { returnFocus } from "../focus/return-focus.ts";
import { useLanguage } from "../language/language.ts";
import { setUi } from "../state/ui-state.ts";
import { viewStrings } from "./strings.ts";
import { type ShownView, useViewActions } from "./use-view-actions.ts";

interface ViewMenuProps {
  /** Open menu; null while closed. */
  readonly menu: { readonly view: ShownView; readonly anchor: HTMLElement } | null;
  readonly views: readonly ShownView[];
  close(): void;
}

/** Menu of a view in the sidebar. */
export function ViewMenu({ menu, views, close }: ViewMenuProps) {
  useLanguage();
  return (
    <Menu.Root
      open={menu !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={menu?.anchor ?? null}
          side="bottom"
          align="end"
          sideOffset={2}
          className="z-50"
        >
          <Menu.Popup
            finalFocus={returnFocus(() => menu?.anchor ?? null)}
            className="popover min-w-40 p-1 outline-none"
          >
            {menu !== null && <Rows view={menu.view} views={views} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Rows({ view, views }: { readonly view: ShownView; readonly views: readonly ShownView[] }) {
  useLanguage();
  const actions = useViewActions();
  const at = views.findIndex(({ id }) => id === view.id);
  const moveTo = (place: number, before: string | null): void => {
    actions.move(view.id, before);
    useFeedback.getState().announce(viewStrings.movedTo(view.title, place + 1, views.length));
  };
  const { id, title, filter, icon } = view;
  return (
    <>
      <Menu.Item
        className="menu-row"
        onClick={() => setUi({ editedView: { id, title, filter, icon }, isDrawerOpen: false })}
      >
        {viewStrings.edit}
      </Menu.Item>
      <Menu.Item
        className="menu-row"
        disabled={at === 0}
        onClick={() => moveTo(at - 1, views[at - 1]?.id ?? null)}
      >
        {viewStrings.moveUp}
      </Menu.Item>
      <Menu.Item
        className="menu-row"
        disabled={at === views.length - 1}
        onClick={() => moveTo(at + 1, views[at + 2]?.id ?? null)}
      >
        {viewStrings.moveDown}
      </Menu.Item>
      <Menu.Separator className="mx-1 my-1 h-px bg-border" />
      <Menu.Item className="menu-row" onClick={() => actions.remove(view)}>
        {viewStrings.remove}
      </Menu.Item>
    </>
  );
}
