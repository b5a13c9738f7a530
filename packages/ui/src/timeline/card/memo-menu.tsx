import { Menu } from "@base-ui/react/menu";
import type { MemoView } from "@tidemark/core/router";
import { type ReactNode, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { attachmentStrings } from "../../attachments/strings.ts";
import { keepable, useKeepFiles } from "../../attachments/use-keep-files.ts";
import type { MenuPart } from "../../keyboard/feed-keys.ts";
import { download } from "../../memo/download.ts";
import { beginEdit } from "../../memo/begin-edit.ts";
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

/** Which memo's menu is open, and at which button. */
export interface OpenMenu {
  readonly memo: MemoView;
  readonly anchor: HTMLElement;
  /** Only this part of it. */
  readonly part?: MenuPart | undefined;
}

interface MemoMenuProps {
  readonly menu: OpenMenu | null;
  readonly actions: MemoActions;
  close(): void;
}

/** The one menu of the list, shown at whichever card asked for it. */
export function MemoMenu({ menu, actions, close }: MemoMenuProps) {
  useLanguage();
  const [last, setLast] = useState(menu);
  // Where it was opened is asked for once it is closed.
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
            {menu !== null && <MenuRows memo={menu.memo} part={menu.part} actions={actions} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The button that opened it, or the memo that took the place of one that left the list. */
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
  const copyRows = (
    <>
      <MenuRow run={() => actions.copy(renderedText(memo.id) ?? memo.content)}>
        {timelineStrings.copyText}
      </MenuRow>
      <MenuRow run={() => actions.copy(memo.content)}>{timelineStrings.copyMarkdown}</MenuRow>
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
        <MenuRow run={() => actions.restore(memo.id)}>{timelineStrings.restore}</MenuRow>
        <InPanelRow memo={memo} />
        {copyRows}
        <SelectRow memo={memo} />
        <MenuLine />
        <MenuRow run={() => actions.purge(memo.id)}>{memoStrings.purge}</MenuRow>
      </>
    );
  }
  const isArchived = memo.state === "ARCHIVED";
  return (
    <>
      <MenuRow run={() => beginEdit(memo.id)}>{timelineStrings.edit}</MenuRow>
      <InPanelRow memo={memo} />
      <MenuRow run={() => actions.setPinned(memo.id, !memo.pinned)}>
        {memo.pinned ? timelineStrings.unpin : timelineStrings.pin}
      </MenuRow>
      {memo.parent === null && <VisibilityRows memo={memo} actions={actions} />}
      <MenuRow run={() => setUi({ taggingId: memo.id })}>{tagStrings.menuRow}</MenuRow>
      <MenuRow run={() => setUi({ sharingId: memo.id })}>{shareStrings.menuRow}</MenuRow>
      <MenuLine />
      <ReactionRows memo={memo} actions={actions} />
      <MenuLine />
      {copyRows}
      <PrintRow memo={memo} />
      <MenuRow run={() => download(`/export/memos/${memo.id}`)}>{timelineStrings.export}</MenuRow>
      <SelectRow memo={memo} />
      <MenuLine />
      <KeepFilesRow memo={memo} />
      <MenuRow run={() => actions.showHistory(memo.id)}>{timelineStrings.history}</MenuRow>
      <MenuRow run={() => actions.setArchived(memo.id, !isArchived)}>
        {isArchived ? timelineStrings.unarchive : timelineStrings.archive}
      </MenuRow>
      <MenuRow run={() => actions.trash(memo.id)}>{timelineStrings.trash}</MenuRow>
    </>
  );
}

/** Beside the list that it is in, where there is room; its own page shows it already. */
function InPanelRow({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const hasRoom = useMediaQuery(panelQuery);
  const isPage = useIsMemoPage();
  if (!hasRoom || isPage) return null;
  return (
    <MenuRow run={() => setUi({ inPanel: { id: memo.id } })}>{timelineStrings.inPanel}</MenuRow>
  );
}

/** Where there are no keys, the way to begin. */
function SelectRow({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const isSelected = useSelection(({ ids }) => ids.has(memo.id));
  return (
    <MenuRow run={() => toggleSelected(memo.id)}>
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

/** All of them or none: a file by itself is kept where it is shown. */
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

/** The text as it is read, without Markdown's marks; null where the card shows an editor. */
function renderedText(id: string): string | null {
  const body = document.getElementById(`memo-${id}`)?.querySelector<HTMLElement>(".memo-body");
  return body === null || body === undefined ? null : readText(body);
}

function MenuRow({ run, children }: { readonly run: () => void; readonly children: ReactNode }) {
  return (
    <Menu.Item className="menu-row" onClick={run}>
      {children}
    </Menu.Item>
  );
}

function MenuLine() {
  return <Menu.Separator className="mx-1 my-1 h-px bg-border" />;
}
