import { Menu } from "@base-ui/react/menu";
import { useState } from "react";
import { returnFocus } from "../../focus/return-focus.ts";
import { useLanguage } from "../../language/language.ts";
import { setUi, type TagManagerPlace } from "../../state/ui-state.ts";
import type { TagBranch } from "../build-tree.ts";
import { managerStrings } from "./strings.ts";
import { useTagStyle } from "../use-tag-style.ts";

/** Tag whose menu is open, and the row that it is anchored to. */
export interface OpenTagMenu {
  readonly branch: TagBranch;
  readonly anchor: Element;
}

/** Menu of actions on a tag in every memo. */
export function TagMenu(props: { readonly menu: OpenTagMenu | null; close(): void }) {
  useLanguage();
  const { menu, close } = props;
  const [last, setLast] = useState(menu);
  if (menu !== null && menu !== last) setLast(menu);
  return (
    <Menu.Root open={menu !== null} onOpenChange={(open) => open || close()}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={last?.anchor ?? null}
          side="bottom"
          align="start"
          alignOffset={24}
          className="z-40"
        >
          <Menu.Popup
            finalFocus={returnFocus(() => (last?.anchor as HTMLElement | undefined) ?? null)}
            aria-label={last === null ? "" : managerStrings.actionsOf(last.branch.tag)}
            className="popover min-w-48 p-1 outline-none"
          >
            {last !== null && <TagMenuRows tag={last.branch.tag} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Rows without the menu around them. */
export function TagMenuRows({ tag }: { readonly tag: string }) {
  useLanguage();
  const { isBlurred, setBlurred } = useTagStyle(tag);
  const go = (act: TagManagerPlace["act"]) => () =>
    setUi({ tagManager: { tag, act }, isDrawerOpen: false });
  return (
    <>
      <Row run={go("rename")}>{managerStrings.rename}</Row>
      <Row run={go("merge")}>{managerStrings.merge}</Row>
      <Row run={go("colour")}>{managerStrings.colour}</Row>
      <Menu.CheckboxItem
        className="menu-row"
        checked={isBlurred}
        onCheckedChange={setBlurred}
        closeOnClick
      >
        <span className="grow">{managerStrings.blur}</span>
        <Menu.CheckboxItemIndicator>✓</Menu.CheckboxItemIndicator>
      </Menu.CheckboxItem>
      <Menu.Separator className="my-1 border-t border-rule" />
      <Row run={go("remove")}>{managerStrings.remove}</Row>
    </>
  );
}

function Row({ run, children }: { run(): void; readonly children: string }) {
  return (
    <Menu.Item className="menu-row" onClick={run}>
      {children}
    </Menu.Item>
  );
}
