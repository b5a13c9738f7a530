import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render } from "@testing-library/react";
import { type ReactNode, useRef } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { inboxKeyHandler } from "../inbox/inbox-keys.ts";
import { libraryKeyHandler } from "../library/library-keys.ts";
import * as memoActions from "../memo/memo-actions.ts";
import { usePageKeys } from "../memo-page/use-page-keys.ts";
import { useListLayout } from "../state/list-layout.ts";
import { clearSelection, useSelection } from "../state/selection.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import * as sidebar from "../state/toggle-sidebar.ts";
import * as viewAddress from "../state/view-address.ts";
import { blurAll, useBlur } from "../tags/blur.ts";
import { taskKeyHandler } from "../tasks/task-keys.ts";
import { timelineRows } from "../timeline/list/rows.ts";
import { type CommandIn, commandsIn, eachKey, type Scope } from "../commands/commands.ts";
import { feedKeyHandler } from "./feed-keys.ts";
import * as printing from "./print-shown.ts";
import * as random from "./open-random.ts";
import * as regions from "./regions.ts";
import * as today from "./open-today.ts";
import { useAppKeys } from "./use-app-keys.ts";
import { useKeysFromNowhere } from "./use-keys-from-nowhere.ts";

// Presses each key of the table wherever it acts, and checks that its command ran. A new command needs a
// check here. Keys of the palette and of the panel are pressed in tests/browser, those of the editor beside
// it.

const goTo = vi.fn();
const goToMemo = vi.fn();
const list = { goTo, openRandom: vi.fn() };
const actions = {
  create: vi.fn(),
  setPinned: vi.fn(),
  setArchived: vi.fn(),
  toggleTask: vi.fn(),
  setVisibility: vi.fn(),
  setReaction: vi.fn(),
  setLocation: vi.fn(),
  setLink: vi.fn(),
  trash: vi.fn(),
  restore: vi.fn(),
  purge: vi.fn(),
  copy: vi.fn(),
  showHistory: vi.fn(),
  closeMerge: vi.fn(),
  takeReading: vi.fn(),
  showMerge: vi.fn(),
  restoreVersion: vi.fn(),
};
const undo = vi.fn();

beforeEach(() => {
  vi.spyOn(viewAddress, "useGoTo").mockReturnValue(goTo);
  vi.spyOn(viewAddress, "useGoToMemo").mockReturnValue(goToMemo);
  vi.spyOn(viewAddress, "useHasComposer").mockReturnValue(true);
  vi.spyOn(viewAddress, "useIsListed").mockReturnValue(true);
  vi.spyOn(viewAddress, "useIsMemoPage").mockReturnValue(false);
  vi.spyOn(memoActions, "useMemoActions").mockReturnValue(actions);
  useFeedback.setState({ undo });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  clearSelection();
  useFeedback.setState(useFeedback.getInitialState());
  setUi(useUi.getInitialState());
  location.hash = "";
});

const named: Readonly<Record<string, string>> = {
  "↓": "ArrowDown",
  "↑": "ArrowUp",
  "←": "ArrowLeft",
  "→": "ArrowRight",
  PgDn: "PageDown",
  PgUp: "PageUp",
  Del: "Delete",
  Esc: "Escape",
  Space: " ",
};

/** Presses keys in the notation of the table. */
function press(target: Element, keys: string): void {
  for (const each of keys.split(" ")) {
    const parts = each.split("+");
    const last = parts.at(-1) ?? "";
    const isHeld = parts.includes("Ctrl");
    fireEvent.keyDown(target, {
      key: named[last] ?? (isHeld && last.length === 1 ? last.toLowerCase() : last),
      code: /\d/.test(last) ? `Digit${last}` : "",
      ctrlKey: isHeld,
      altKey: parts.includes("Alt"),
      shiftKey: parts.includes("Shift"),
    });
  }
}

/** Checks that a command ran by its key with index `at`; called after the key was pressed. */
type Seen<S extends Scope> = Readonly<Record<CommandIn<S>, (at: number) => unknown>>;

/** Presses each key of a scope, on a new screen each time. */
function pressEach<S extends Scope>(scope: S, show: () => Element, seen: Seen<S>): void {
  const keys = commandsIn([scope]).flatMap(([id, each]) =>
    eachKey(each).map((key, at) => [key, id as CommandIn<S>, at] as const),
  );
  test.each(keys)("%s · %s", async (key, id, at) => {
    const target = show();
    if (target instanceof HTMLElement && target !== document.body) target.focus();
    press(target, key);
    await vi.waitFor(() => seen[id](at));
  });
}

const focused = (id: string): void => expect(document.activeElement?.id).toBe(id);

/** Elements around every screen. */
function Around({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <section id="composer">
        <textarea id="composer-text" />
      </section>
      <input id="search-memos" />
      {children}
      <button type="button" id="after" data-after-feed />
    </>
  );
}

function get(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`there is no ${id}`);
  return element;
}

const memos = ["a", "b", "c"].map((id) => memoView({ id, content: `*${id}*` }));
const feed = { openMemo: vi.fn(), openMenu: vi.fn() };

function showFeed(): Element {
  const onKeyDown = feedKeyHandler({
    memoIds: memos.map(({ id }) => id),
    rows: timelineRows({ hasMore: false, pinned: [], memos, nowMs: 0 }),
    actions,
    ...feed,
    ...list,
  });
  render(
    <Around>
      <div onKeyDown={onKeyDown}>
        {memos.map(({ id }) => (
          <article
            key={id}
            id={`memo-${id}`}
            data-memo={id}
            tabIndex={0}
            style={{ direction: "ltr" }}
          />
        ))}
      </div>
    </Around>,
  );
  return get("memo-b");
}

function showSelected(): Element {
  const target = showFeed();
  press(target, "x");
  return target;
}

const seenInFeed: Seen<"inList"> = {
  next: () => focused("memo-c"),
  previous: () => focused("memo-a"),
  beside: (at) => focused(at === 0 ? "memo-a" : "memo-c"),
  open: () => expect(feed.openMemo).toHaveBeenCalledWith("b"),
  edit: () => expect(useUi.getState().editingId).toBe("b"),
  whole: () => expect(useUi.getState().wholeIds).toEqual(new Set(["b"])),
  pin: () => expect(actions.setPinned).toHaveBeenCalledWith("b", true),
  archive: () => expect(actions.setArchived).toHaveBeenCalledWith("b", true),
  tags: () => expect(useUi.getState().taggingId).toBe("b"),
  visibility: () =>
    expect(feed.openMenu).toHaveBeenCalledWith(memos[1], get("memo-b"), "visibility"),
  comment: () =>
    expect([useUi.getState().reachOnOpen, feed.openMemo.mock.lastCall]).toEqual(["c", ["b"]]),
  react: () => expect(feed.openMenu).toHaveBeenCalledWith(memos[1], get("memo-b"), "reactions"),
  linkMemo: () =>
    expect([useUi.getState().reachOnOpen, feed.openMemo.mock.lastCall]).toEqual(["l", ["b"]]),
  share: () => expect(useUi.getState().sharingId).toBe("b"),
  copyAddress: () => expect(actions.copy).toHaveBeenCalledWith(expect.stringContaining("#/m/b")),
  copyMarkdown: () => expect(actions.copy).toHaveBeenCalledWith("*b*"),
  trash: () => expect(actions.trash).toHaveBeenCalledWith("b"),
  select: () => expect(useSelection.getState().ids).toEqual(new Set(["b"])),
  extend: (at) => expect(useSelection.getState().ids).toEqual(new Set(["b", at === 0 ? "c" : "a"])),
  // No memo is selected yet.
  selectAll: () => expect(useSelection.getState().ids).toEqual(new Set()),
  unselect: () => expect(useSelection.getState().asked).toBeNull(),
};

describe("in a list of memos", () => {
  pressEach("inList", showFeed, seenInFeed);
});

describe("in a list of memos, while one is selected", () => {
  const asked = (command: string) => () => expect(useSelection.getState().asked).toBe(command);
  pressEach("inList", showSelected, {
    ...seenInFeed,
    tags: asked("tags"),
    visibility: asked("visibility"),
    pin: asked("pin"),
    archive: asked("archive"),
    trash: asked("trash"),
    unselect: asked("unselect"),
    select: () => expect(useSelection.getState().ids).toEqual(new Set()),
    selectAll: () => expect(useSelection.getState().ids).toEqual(new Set(["a", "b", "c"])),
  });
});

const openTask = vi.fn();

function showTasks(): Element {
  render(
    <Around>
      <div onKeyDown={taskKeyHandler({ ...list, openMemo: openTask })}>
        {["a", "b", "c"].map((id) => (
          <p key={id} data-task-key={id} data-task-memo={`memo-${id}`}>
            <input type="checkbox" id={`task-${id}`} />
          </p>
        ))}
      </div>
    </Around>,
  );
  return get("task-b");
}

describe("in the list of tasks", () => {
  pressEach("inTasks", showTasks, {
    nextTask: () => focused("task-c"),
    previousTask: () => focused("task-a"),
    // The browser toggles the focused checkbox.
    switchTask: () => expect(fireEvent.keyDown(get("task-b"), { key: " " })).toBe(true),
    openTask: () => expect(openTask).toHaveBeenCalledWith("memo-b"),
    editTask: () => expect(useUi.getState().editOnOpenId).toBe("memo-b"),
  });
});

function showLibrary(): Element {
  render(
    <Around>
      <div onKeyDown={libraryKeyHandler({ ...list, columns: 2 })}>
        {[0, 1, 2, 3, 4].map((at) => (
          <button key={at} type="button" id={`file-${at}`} data-library-at={at} />
        ))}
      </div>
    </Around>,
  );
  return get("file-2");
}

describe("in the library", () => {
  pressEach("inLibrary", showLibrary, {
    nextFile: (at) => focused(at === 0 ? "file-3" : "file-4"),
    previousFile: (at) => focused(at === 0 ? "file-1" : "file-0"),
    fileBeside: (at) => focused(at === 0 ? "file-1" : "file-3"),
  });
});

const inbox = { open: vi.fn(), toggleRead: vi.fn(), remove: vi.fn() };

function showInbox(): Element {
  const ids = ["a", "b", "c"];
  render(
    <Around>
      <div onKeyDown={inboxKeyHandler({ ...list, ...inbox, ids })}>
        {ids.map((id) => (
          <div key={id} id={`news-${id}`} data-news={id} tabIndex={0} />
        ))}
      </div>
    </Around>,
  );
  return get("news-b");
}

describe("in the inbox", () => {
  pressEach("inInbox", showInbox, {
    nextNews: () => focused("news-c"),
    previousNews: () => focused("news-a"),
    openNews: () => expect(inbox.open).toHaveBeenCalledWith("b"),
    markNews: () => expect(inbox.toggleRead).toHaveBeenCalledWith("b"),
    removeNews: () => expect(inbox.remove).toHaveBeenCalledWith("b"),
  });
});

function ListWithoutFocus() {
  useKeysFromNowhere(list);
  return (
    <div data-memo-list>
      <article id="memo-a" tabIndex={0} />
    </div>
  );
}

function showWithoutFocus(): Element {
  render(
    <Around>
      <ListWithoutFocus />
    </Around>,
  );
  return document.body;
}

const went = (view: string) => () => expect(goTo).toHaveBeenCalledExactlyOnceWith({ view });
const seenInEveryList: Seen<"everyList"> = {
  undo: () => expect(undo).toHaveBeenCalledOnce(),
  search: () => focused("search-memos"),
  toTimeline: went("timeline"),
  toTasks: went("tasks"),
  toLibrary: () => expect(location.hash).toBe("#/library"),
  toExplore: went("explore"),
  toInbox: () => expect(location.hash).toBe("#/inbox"),
  toArchive: went("archive"),
  toTrash: went("trash"),
  toDate: () => expect(useUi.getState().isGoToDateOpen).toBe(true),
  year: () => expect(useUi.getState().yearAtMs).not.toBeNull(),
  random: () => expect(list.openRandom).toHaveBeenCalledOnce(),
  leave: (at) => focused(at === 0 ? "composer-text" : "after"),
  sheet: () => expect(useUi.getState().isShortcutSheetOpen).toBe(true),
};

describe.each([
  ["of memos", showFeed],
  ["of tasks", showTasks],
  ["of files", showLibrary],
  ["of messages", showInbox],
])("in a list %s, as in every list", (_, show) => {
  pressEach("everyList", show, seenInEveryList);
});

describe("while nothing has the focus, as in every list", () => {
  pressEach("everyList", showWithoutFocus, {
    ...seenInEveryList,
    // There is no list to leave.
    leave: () => expect(document.activeElement).toBe(document.body),
  });
});

describe("while nothing has the focus", () => {
  pressEach("fromNowhere", showWithoutFocus, {
    next: () => focused("memo-a"),
    previous: () => focused("memo-a"),
  });
});

const client = { sync: { now: { mutate: vi.fn(() => Promise.resolve()) } } };

function Provided({ children }: { readonly children: ReactNode }) {
  const queries = new QueryClient();
  const views = Array.from({ length: 9 }, (_, at) => ({ id: `view-${at}` }));
  queries.setQueryData(queryKeys.views, views);
  return (
    <QueryClientProvider client={queries}>
      <ClientProvider value={client as unknown as TidemarkClient}>{children}</ClientProvider>
    </QueryClientProvider>
  );
}

const page = memoView({ id: "b", content: "*b*" });

function Page() {
  const ref = useRef<HTMLDivElement>(null);
  usePageKeys(page, { newer: "a", older: "c" }, ref);
  return (
    <div ref={ref}>
      <article id="memo-b" tabIndex={-1} />
      <textarea id="comment" aria-keyshortcuts="c" />
      <button type="button" id="reactions" aria-keyshortcuts="r" />
      <button type="button" id="visibility" aria-keyshortcuts="v" />
      <input id="link" aria-keyshortcuts="l" />
    </div>
  );
}

function showPage(): Element {
  vi.spyOn(random, "openRandom").mockResolvedValue();
  render(
    <Provided>
      <Page />
    </Provided>,
  );
  return get("memo-b");
}

describe("on a memo's page", () => {
  pressEach("onPage", showPage, {
    newer: () => expect(goToMemo).toHaveBeenCalledWith("a", { replace: true }),
    older: () => expect(goToMemo).toHaveBeenCalledWith("c", { replace: true }),
    edit: seenInFeed.edit,
    pin: seenInFeed.pin,
    archive: seenInFeed.archive,
    tags: seenInFeed.tags,
    visibility: () => focused("visibility"),
    comment: () => focused("comment"),
    react: () => focused("reactions"),
    linkMemo: () => focused("link"),
    share: seenInFeed.share,
    copyAddress: seenInFeed.copyAddress,
    copyMarkdown: seenInFeed.copyMarkdown,
    trash: seenInFeed.trash,
    random: () => expect(random.openRandom).toHaveBeenCalledOnce(),
    undo: () => expect(undo).toHaveBeenCalledOnce(),
  });
});

function App() {
  useAppKeys();
  return (
    <Around>
      <article id="memo-b" tabIndex={0} />
    </Around>
  );
}

function showApp(): Element {
  blurAll(false);
  useListLayout.setState({ density: "comfortable" });
  vi.spyOn(today, "openToday").mockResolvedValue(false);
  vi.spyOn(printing, "printShown").mockReturnValue();
  vi.spyOn(sidebar, "toggleSidebar").mockReturnValue();
  vi.spyOn(regions, "focusRegion").mockReturnValue(true);
  render(
    <Provided>
      <App />
    </Provided>,
  );
  return get("memo-b");
}

const fromMenus = (): never => {
  throw new Error("it has no keys");
};

describe("anywhere", () => {
  pressEach("anywhere", showApp, {
    newMemo: () => focused("composer-text"),
    savedViews: (at) =>
      expect(goTo).toHaveBeenCalledWith({ view: "timeline", saved: `view-${at}` }),
    today: () => expect(today.openToday).toHaveBeenCalledOnce(),
    palette: () => expect(useUi.getState().palette?.begunWith).toBe(""),
    commands: () => expect(useUi.getState().palette?.begunWith).toBe(">"),
    search: () => focused("search-memos"),
    undo: () => expect(undo).toHaveBeenCalledOnce(),
    sync: () => expect(client.sync.now.mutate).toHaveBeenCalledOnce(),
    sidebar: () => expect(sidebar.toggleSidebar).toHaveBeenCalledOnce(),
    density: (at) =>
      expect(useListLayout.getState().density).toBe(["comfortable", "compact", "line"][at]),
    panel: () => expect(useUi.getState().isPanelHidden).toBe(true),
    region: () => expect(regions.focusRegion).toHaveBeenCalledWith(1),
    regionBefore: () => expect(regions.focusRegion).toHaveBeenCalledWith(-1),
    blurAll: () => expect(useBlur.getState().isAll).toBe(true),
    print: () => expect(printing.printShown).toHaveBeenCalledWith(false, true),
    settings: () => expect(location.hash).toBe("#/settings"),
    sheet: () => expect(useUi.getState().isShortcutSheetOpen).toBe(true),
    random: fromMenus,
    toDate: fromMenus,
    year: fromMenus,
    syncDetails: fromMenus,
    connect: fromMenus,
    import: fromMenus,
    exportAll: fromMenus,
    performance: fromMenus,
  });
});
