import { Menu } from "@base-ui/react/menu";
import type { MemoView } from "@tidemark/core/router";
import { type ReactNode, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { attachmentStrings } from "../../attachments/strings.ts";
import { keepable, useKeepFiles } from "../../attachments/use-keep-files.ts";
import { useLacks } from "../../shell/use-lacks.ts";
import { ariaKeys, shownKeys } from "../../commands/commands.ts";
import type { MenuPart } from "../../keyboard/feed-keys.ts";
import { canRun, type MemoCommand, memoRuns } from "../../keyboard/memo-commands.ts";
import { RowKeys } from "../../commands/row-keys.tsx";
import { download } from "../../memo/download.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { readText } from "../../viewer/math/read-text.ts";
import { memoStrings } from "../../memo/strings.ts";
import { tagStrings } from "../../memo/tags/strings.ts";
import { shareStrings } from "../../share/strings.ts";
import { print } from "../../state/printing.ts";
import { toggleSelected, useSelection } from "../../state/selection.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { panelQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { useIsMemoPage } from "../../state/view-address.ts";
import { timelineStrings } from "../strings.ts";
import { ReactionRows } from "./reaction-picker.tsx";
import { cardSelectStrings } from "./select-strings.ts";
import { AudienceRows, VisibilityRows } from "./visibility-rows.tsx";
import { returnFocus } from "../../focus/return-focus.ts";

/** Memo whose menu is open, and the button that it is anchored to. */
export interface OpenMenu {
  readonly memo: MemoView;
  readonly anchor: HTMLElement;
  /** Submenu to show alone; the whole menu if undefined. */
  readonly part?: MenuPart | undefined;
}

/** Row of the menu that only its screen knows. */
export interface ExtraRow {
  readonly label: string;
  run(): void;
}

interface MemoMenuProps {
  readonly menu: OpenMenu | null;
  /** Rows above the memo's own. */
  readonly rows?: readonly ExtraRow[];
  readonly actions: MemoActions;
  close(): void;
}

/** Menu shared by all cards of the list. */
export function MemoMenu({ menu, rows = [], actions, close }: MemoMenuProps) {
  useLanguage();
  const [last, setLast] = useState(menu);
  // Keeps the last menu: its anchor is still read while it closes.
  if (menu !== null && menu !== last) setLast(menu);
  return (
    <Menu.Root
      open={menu !== null}
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={menu?.anchor ?? null}
          side="bottom"
          align="end"
          sideOffset={4}
          className="z-30"
        >
          <Menu.Popup
            finalFocus={returnFocus(() => openerOf(last))}
            aria-label={timelineStrings.memoActions}
            className="popover max-h-(--available-height) min-w-44 overflow-y-auto overscroll-contain p-1 outline-none"
          >
            {menu !== null && menu.part === undefined && rows.length > 0 && (
              <>
                {rows.map(({ label, run }) => (
                  <MenuRow key={label} run={run}>
                    {label}
                  </MenuRow>
                ))}
                <MenuLine />
              </>
            )}
            {menu !== null && <MenuRows memo={menu.memo} part={menu.part} actions={actions} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Returns the button that opened the menu, or the active memo if the button's card has left the list. */
function openerOf(menu: OpenMenu | null): HTMLElement | null {
  if (menu?.anchor.isConnected === true) return menu.anchor;
  const { activeId } = useUi.getState();
  return document.getElementById(`memo-${activeId}`) ?? document.querySelector("main");
}

function MenuRows(props: {
  readonly memo: MemoView;
  readonly part: MenuPart | undefined;
  readonly actions: MemoActions;
}) {
  useLanguage();
  const { memo, part, actions } = props;
  if (part === "visibility") return <AudienceRows memo={memo} actions={actions} />;
  if (part === "reactions") return <ReactionRows memo={memo} actions={actions} />;
  const { id } = memo;
  const runs = memoRuns(memo, actions, noParts);
  /** Returns a row with its shortcut, or false if the command doesn't apply to the memo. */
  const row = (command: RowCommand): ReactNode =>
    canRun(command, memo) && (
      <MenuRow run={() => void runs[command](0)} keys={shownKeys(command)}>
        {nameOf(command, memo)}
      </MenuRow>
    );
  const copyRows = (
    <>
      <MenuRow run={() => actions.copy(renderedText(id) ?? memo.content)}>
        {timelineStrings.copyText}
      </MenuRow>
      {row("copyMarkdown")}
    </>
  );
  if (memo.author !== null) {
    return (
      <>
        <InPanelRow memo={memo} />
        <ReactionRows memo={memo} actions={actions} />
        <MenuLine />
        {copyRows}
        <KeepFilesRow memo={memo} />
        <PrintRow memo={memo} />
        <SelectRow memo={memo} />
      </>
    );
  }
  if (memo.deletedMs !== null) {
    return (
      <>
        <MenuRow run={() => actions.restore(id)}>{timelineStrings.restore}</MenuRow>
        <InPanelRow memo={memo} />
        {copyRows}
        <SelectRow memo={memo} />
        <MenuLine />
        {row("trash")}
      </>
    );
  }
  return (
    <>
      {row("edit")}
      <InPanelRow memo={memo} />
      {row("pin")}
      {canRun("visibility", memo) && <VisibilityRows memo={memo} actions={actions} />}
      {row("tags")}
      {row("share")}
      <MenuLine />
      <ReactionRows memo={memo} actions={actions} />
      <MenuLine />
      {copyRows}
      <PrintRow memo={memo} />
      <ExportRow id={id} />
      <SelectRow memo={memo} />
      <MenuLine />
      <KeepFilesRow memo={memo} />
      <MenuRow run={() => actions.showHistory(id)}>{timelineStrings.history}</MenuRow>
      {row("archive")}
      {row("trash")}
    </>
  );
}

function ExportRow({ id }: { readonly id: string }) {
  useLanguage();
  if (useLacks("transfer")) return null;
  return <MenuRow run={() => download(`/export/memos/${id}`)}>{timelineStrings.export}</MenuRow>;
}

type RowCommand = Exclude<MemoCommand, keyof typeof noParts | "copyAddress">;

/** Stubs for commands without a row: their popups are in the menu itself or on the memo's page. */
const noParts = {
  comment: () => false,
  react: () => false,
  linkMemo: () => false,
  visibility: () => false,
};

function nameOf(command: RowCommand, memo: MemoView): string {
  switch (command) {
    case "pin":
      return memo.pinned ? timelineStrings.unpin : timelineStrings.pin;
    case "archive":
      return memo.state === "ARCHIVED" ? timelineStrings.unarchive : timelineStrings.archive;
    case "trash":
      return memo.deletedMs === null ? timelineStrings.trash : memoStrings.purge;
    case "tags":
      return tagStrings.menuRow;
    case "share":
      return shareStrings.menuRow;
    case "edit":
    case "copyMarkdown":
      return timelineStrings[command];
  }
}

/** Row that opens the memo in the side panel. Hidden if there is no room, or on the memo's own page. */
function InPanelRow({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const hasRoom = useMediaQuery(panelQuery);
  const isPage = useIsMemoPage();
  if (!hasRoom || isPage) return null;
  return (
    <MenuRow run={() => setUi({ inPanel: { id: memo.id } })}>{timelineStrings.inPanel}</MenuRow>
  );
}

/** Row that selects the memo, for devices without a keyboard. */
function SelectRow({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const isSelected = useSelection(({ ids }) => ids.has(memo.id));
  return (
    <MenuRow run={() => toggleSelected(memo.id)} keys={shownKeys("select")}>
      {isSelected ? cardSelectStrings.unselect : cardSelectStrings.select}
    </MenuRow>
  );
}

function PrintRow({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  return (
    <MenuRow run={() => print({ kind: "memo", id: memo.id })}>{timelineStrings.print}</MenuRow>
  );
}

/** Row that keeps all of the memo's files offline, or none. Single files have their own control. */
function KeepFilesRow({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const keep = useKeepFiles();
  const files = keepable(memo.attachments);
  if (files.length === 0) return null;
  const areKept = files.every((file) => file.isKept === true);
  return (
    <MenuRow run={() => keep(files, !areKept)}>
      {areKept ? attachmentStrings.keepNone : attachmentStrings.keepAll}
    </MenuRow>
  );
}

/** Returns the rendered text without Markdown syntax; null while the card shows an editor. */
function renderedText(id: string): string | null {
  const body = document.getElementById(`memo-${id}`)?.querySelector<HTMLElement>(".memo-body");
  return body === null || body === undefined ? null : readText(body);
}

function MenuRow(props: { run(): void; readonly keys?: string; readonly children: ReactNode }) {
  return (
    <Menu.Item
      className="menu-row"
      aria-keyshortcuts={props.keys && ariaKeys(props.keys)}
      onClick={props.run}
    >
      {props.children}
      <RowKeys keys={props.keys} />
    </Menu.Item>
  );
}

function MenuLine() {
  return <Menu.Separator className="mx-1 my-1 h-px bg-border" />;
}
