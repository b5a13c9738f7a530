import { Menu } from "@base-ui/react/menu";
import { Toolbar } from "@base-ui/react/toolbar";
import type { MemoView } from "@tidemark/core/router";
import { ArchiveRestore, Download, type LucideIcon, PinOff, RotateCcw, X } from "lucide-react";
import {
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { focusMemo } from "../focus/focus-memo.ts";
import { returnFocus } from "../focus/return-focus.ts";
import { commandIcons } from "../keyboard/command-icons.ts";
import { ariaKeys, shownKeys } from "../commands/commands.ts";
import { useLanguage } from "../language/language.ts";
import { memoStrings } from "../memo/strings.ts";
import {
  askOfSelection,
  type BulkCommand,
  clearSelection,
  openSelectionPart,
  type SelectionPart,
  useSelection,
} from "../state/selection.ts";
import { useUi } from "../state/ui-state.ts";
import type { TimelineRow } from "../timeline/list/rows.ts";
import { timelineStrings } from "../timeline/strings.ts";
import { changeable, useBulkActions } from "./bulk-actions.ts";
import { ManyAudienceRows } from "./many-audience-rows.tsx";
import { selectStrings as strings } from "./strings.ts";
import { ManyTagsPanel } from "./many-tags-panel.tsx";

/** Bar with the actions for all selected memos, at the bottom of their list. */
export function SelectBar({ rows }: { readonly rows: readonly TimelineRow[] }) {
  useLanguage();
  const ids = useSelection((state) => state.ids);
  const asked = useSelection((state) => state.asked);
  const actions = useBulkActions();
  const open = useSelection((state) => state.part);
  /** Element that gets the focus when a part closes: the card, if a key opened the part. */
  const opener = useRef<HTMLElement | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const tagButton = useRef<HTMLButtonElement>(null);
  useRoom(bar);
  useFocusBack(bar);

  const memos = useMemo(() => selectedOf(rows, ids), [rows, ids]);
  const own = changeable(memos);
  const placed = changeable(memos, true);
  const isTrash = memos.length > 0 && memos.every(({ deletedMs }) => deletedMs !== null);
  const areArchived = placed.length > 0 && placed.every(({ state }) => state === "ARCHIVED");
  const arePinned = placed.length > 0 && placed.every(({ pinned }) => pinned);
  const others = memos.length - own.length;

  useEffect(() => useFeedback.getState().announce(strings.selected(ids.size)), [ids.size]);

  const clear = (): void => {
    clearSelection();
    useFeedback.getState().announce(strings.none);
  };
  const openPart = (part: SelectionPart): void => {
    const { activeElement } = document;
    opener.current = activeElement instanceof HTMLElement ? activeElement : null;
    openSelectionPart(part);
  };
  const run = (key: BulkCommand): void => {
    if (key === "unselect") clear();
    else if (isTrash) {
      if (key === "trash") actions.purge(memos);
    } else if (key === "tags") {
      if (own.length > 0) openPart(key);
    } else if (key === "visibility") {
      if (placed.length > 0) openPart(key);
    } else if (key === "pin") void actions.setPinned(memos, !arePinned);
    else if (key === "archive") void actions.setArchived(memos, !areArchived);
    else void actions.trash(memos);
  };
  useEffect(() => {
    if (asked === null) return;
    run(asked);
    askOfSelection(null);
    // A key runs a command once, for the selection at that moment.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);

  const finalFocus = returnFocus(() => {
    const { activeId } = useUi.getState();
    return opener.current?.isConnected === true
      ? opener.current
      : document.getElementById(`memo-${activeId}`);
  });
  return (
    <div ref={bar} className="select-bar-place">
      <Toolbar.Root
        aria-label={strings.bar}
        className="select-bar"
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented) return;
          event.preventDefault();
          clear();
        }}
      >
        <p className="select-count">
          <span className="select-words">{strings.selected(ids.size)}</span>
          <span className="select-number" aria-hidden>
            {ids.size}
          </span>
          {others > 0 && <span className="select-others"> · {strings.notYours(others)}</span>}
        </p>
        {isTrash ? (
          <TrashActions {...{ memos, own, actions, run }} />
        ) : (
          <ListActions
            {...{ memos, own, placed, areArchived, arePinned }}
            {...{ actions, run, tagButton, finalFocus }}
          />
        )}
        <BarButton icon={Download} label={strings.export} run={() => actions.download(memos)} />
        <Toolbar.Button
          className="icon-button"
          aria-label={strings.clear}
          title={strings.clear}
          onClick={clear}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </Toolbar.Button>
      </Toolbar.Root>
      <ManyTagsPanel
        memos={own}
        isOpen={open === "tags"}
        anchor={tagButton}
        finalFocus={finalFocus}
        close={() => openSelectionPart(null)}
      />
    </div>
  );
}

interface ActionsProps {
  readonly memos: readonly MemoView[];
  /** The memos that the user may change. */
  readonly own: readonly MemoView[];
  readonly actions: ReturnType<typeof useBulkActions>;
  run(command: BulkCommand): void;
}

function TrashActions({ memos, own, actions, run }: ActionsProps) {
  useLanguage();
  return (
    <>
      <BarButton
        icon={RotateCcw}
        label={timelineStrings.restore}
        isOff={own.length === 0}
        run={() => void actions.restore(memos)}
      />
      <BarButton
        command="trash"
        label={memoStrings.purge}
        isOff={own.length === 0}
        run={() => run("trash")}
      />
    </>
  );
}

interface ListActionsProps extends ActionsProps {
  /** Own memos that aren't comments. */
  readonly placed: readonly MemoView[];
  readonly areArchived: boolean;
  readonly arePinned: boolean;
  readonly tagButton: RefObject<HTMLButtonElement | null>;
  readonly finalFocus: ReturnType<typeof returnFocus>;
}

function ListActions(props: ListActionsProps) {
  useLanguage();
  const { memos, own, placed, areArchived, arePinned, actions, run } = props;
  const open = useSelection((state) => state.part);
  return (
    <>
      <BarButton
        command="tags"
        label={strings.tags}
        isOff={own.length === 0}
        button={props.tagButton}
        popup="dialog"
        isOpen={open === "tags"}
        run={() => run("tags")}
      />
      <Menu.Root
        open={open === "visibility"}
        onOpenChange={(isOpen) => (isOpen ? run("visibility") : openSelectionPart(null))}
      >
        <Menu.Trigger
          disabled={placed.length === 0}
          render={<BarButton command="visibility" label={timelineStrings.visibility} />}
        />
        <Menu.Portal>
          <Menu.Positioner className="z-30" side="top" sideOffset={6}>
            <Menu.Popup
              finalFocus={props.finalFocus}
              className="popover max-h-(--available-height) max-w-64 min-w-44 overflow-y-auto p-1 outline-none"
            >
              <ManyAudienceRows
                memos={placed}
                choose={(audience, label) => void actions.setVisibility(memos, audience, label)}
              />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <BarButton
        command="pin"
        {...(arePinned && { icon: PinOff })}
        label={arePinned ? timelineStrings.unpin : timelineStrings.pin}
        isOff={placed.length === 0}
        run={() => run("pin")}
      />
      <BarButton
        command="archive"
        {...(areArchived && { icon: ArchiveRestore })}
        label={areArchived ? timelineStrings.unarchive : timelineStrings.archive}
        isOff={placed.length === 0}
        run={() => run("archive")}
      />
      <BarButton
        command="trash"
        label={strings.trashShort}
        isOff={own.length === 0}
        run={() => run("trash")}
      />
    </>
  );
}

function selectedOf(rows: readonly TimelineRow[], ids: ReadonlySet<string>): MemoView[] {
  return rows.flatMap((row) => (row.kind === "memo" && ids.has(row.key) ? [row.memo] : []));
}

/** Reserves space for the bar: messages appear above it, and the focused card is scrolled above it. */
function useRoom(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--select-bar-room", `${(bar.current?.offsetHeight ?? 0) + 8}px`);
    uncover(bar.current);
    return () => void style.removeProperty("--select-bar-room");
  }, [bar]);
}

/** Scrolls the focused card out from under the bar. */
function uncover(bar: HTMLElement | null): void {
  const card = document.activeElement?.closest("article")?.getBoundingClientRect();
  const below = (card?.bottom ?? 0) + 8 - (bar?.getBoundingClientRect().top ?? 0);
  if (card === undefined || below <= 0 || card.top - below < headerRoom) return;
  bar?.closest("[data-scroller]")?.scrollBy({ top: below });
}

/** Height of the sticky elements at the top of a list, in pixels. */
const headerRoom = 104;

/** Moves the focus to the active card if the bar had it when it was removed. */
function useFocusBack(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      queueMicrotask(() => {
        const { activeId } = useUi.getState();
        if (activeId === null || document.getElementById(`memo-${activeId}`) === null) {
          document.querySelector("main")?.focus();
        } else focusMemo(activeId);
      });
    };
  }, [bar]);
}

interface BarButtonProps {
  /** Command that provides the icon and the keys. */
  readonly command?: Exclude<BulkCommand, "unselect">;
  readonly icon?: LucideIcon;
  readonly label: string;
  readonly isOff?: boolean;
  readonly button?: RefObject<HTMLButtonElement | null>;
  readonly popup?: "dialog";
  readonly isOpen?: boolean;
  run?(): void;
}

/** Button of the bar, whose label is hidden if there is no room. */
function BarButton(props: BarButtonProps): ReactElement {
  const { command, icon, label, isOff = false, button, popup, isOpen, run, ...given } = props;
  const Icon = icon ?? commandIcons[command ?? "exportAll"];
  return (
    <Toolbar.Button
      {...given}
      {...(button && { ref: button })}
      className="select-action"
      title={label}
      aria-keyshortcuts={command && ariaKeys(shownKeys(command))}
      disabled={isOff}
      {...(popup && { "aria-haspopup": popup, "aria-expanded": isOpen === true })}
      {...(run && { onClick: run })}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className="flex-none" />
      <span>{label}</span>
    </Toolbar.Button>
  );
}
