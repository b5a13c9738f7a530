import { Autocomplete } from "@base-ui/react/autocomplete";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { deriveMemo } from "@tidemark/core/markdown";
import type { AttachmentView, LibraryFile, MemoView } from "@tidemark/core/router";
import { act, type ReactNode, useRef } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { afterChoosing, offeredIn } from "../../tests/offered.ts";
import { writingHelp } from "../../tests/writing-help.ts";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { memoTrigger } from "../editor/completion/memo-links.ts";
import { templateNameTrigger, templateTrigger } from "../editor/completion/slash-menu.ts";
import { HistoryDialog } from "../history/history-dialog.tsx";
import { InboxRow } from "../inbox/inbox-row.tsx";
import { FileRow } from "../library/file-row.tsx";
import { FileTile } from "../library/file-tile.tsx";
import type { MemoActions } from "../memo/memo-actions.ts";
import { CommentSection } from "../memo-page/comment-section.tsx";
import { HistorySection } from "../memo-page/history-section.tsx";
import { LinkPicker } from "../memo-page/link-picker.tsx";
import { LinkSection } from "../memo-page/link-section.tsx";
import { MemoPage } from "../memo-page/memo-page.tsx";
import { PaletteLine } from "../palette/palette-line.tsx";
import { MemoPanel } from "../panel/memo-panel.tsx";
import { PrintSheet } from "../print/print-sheet.tsx";
import { PrintedMemo } from "../print/printed-memo.tsx";
import { SafetySheet } from "../safety/safety-sheet.tsx";
import { ShareDialog } from "../share/share-dialog.tsx";
import { AuthorName } from "../people/author-name.tsx";
import { OnThisDay } from "../side/on-this-day.tsx";
import { SidePanel } from "../side/side-panel.tsx";
import { YearDialog } from "../side/year/year-dialog.tsx";
import { print as printNow, usePrinting } from "../state/printing.ts";
import { setUi } from "../state/ui-state.ts";
import { RefusedList } from "../sync/details/refused-list.tsx";
import { WaitingList } from "../sync/details/waiting-list.tsx";
import { blocksByMemo, blocksByTag, type TaskBlock } from "../tasks/task-blocks.ts";
import { TaskGroup } from "../tasks/task-group.tsx";
import { MemoCard, type MemoCardProps } from "../timeline/card/memo-card.tsx";
import { SelectBox } from "../timeline/card/select-box.tsx";
import { PinnedLine } from "../timeline/list/pinned-line.tsx";
import { ViewPreview } from "../views/view-preview.tsx";
import { ChangeForm } from "./manager/change-form.tsx";
import { blurAll } from "./blur.ts";
import { useTagLooks } from "./looks.ts";

const nowMs = new Date(2026, 10, 20, 14, 2).getTime();

function written(id: string, content: string, more: Partial<MemoView> = {}): MemoView {
  const derived = deriveMemo(content);
  return memoView({ id, content, ...derived, createdMs: nowMs, updatedMs: nowMs, ...more });
}

const file = (n: string, filename: string, kind: AttachmentView["kind"]): AttachmentView => ({
  id: n,
  filename,
  kind,
  type: kind === "image" ? "image/png" : "text/plain",
  sizeBytes: 1,
  width: null,
  height: null,
  durationSeconds: null,
  externalLink: "",
  isHere: true,
  hasSmall: false,
  isKept: false,
});
const attachments = [
  file("f1", "walrus.png", "image"),
  file("f2", "walrus.txt", "file"),
  file("f3", "walrus.mp3", "audio"),
];
const memo = written("m1", "# Walrus plan\n\n## Walrus one\n\n- [ ] Call the walrus\n\n#private", {
  attachments,
});
const plain = written("m2", "Nothing to hide");
const comment = written("m3", "An answer", { parent: "m1" });
const quoting = written("m4", "A walrus indeed", { parent: "m1" });
const { id, snippet, tags } = memo;
const head = { id, snippet, tags };
const title = memo.property.title;

const merge = {
  device: "Desk",
  places: [{ index: 0, kept: "walrus", other: "seal", keptDevice: null, otherDevice: "Desk" }],
};
const unsent = {
  n: 1,
  why: "memo-denied",
  limitBytes: null,
  isOnServer: false,
  isAgain: false,
} as const;

const version = (atMs: number) => ({
  id: `v${atMs}`,
  memo: id,
  content: `Walrus at ${atMs}`,
  atMs,
  reason: "edit",
  author: "users/local",
  device: "",
});

/** Answers of the host by procedure; other calls stay pending. */
const answers: Readonly<Record<string, unknown>> = {
  "memos.get": memo,
  "memos.list": { memos: [memo], nextCursor: null, terms: [], parents: [] },
  "memos.count": { count: 1, isMore: false },
  "memos.counts": { normal: 1, archived: 0, trashed: 0 },
  "memos.links": { to: [head], from: [head] },
  "memos.comments": [{ ...memo, parent: "m2" }, quoting],
  "memos.revisions": [version(2), version(1)],
  "profile.get": { user: "users/local", serverUrl: "https://memos.example", hasOthers: false },
  "sync.status": { state: "synced", serverUrl: "https://memos.example", rejected: 0, waiting: 0 },
  "sync.devices": [],
  "sync.verified": { atMs: 1, memos: 1, differing: 1, unsent: 0, named: [{ ...head, at: "here" }] },
  "sync.waiting": [
    {
      id: "operation 1",
      what: { code: "memo", params: {} },
      memo: head,
      atMs: 1,
      attempts: 0,
      waitsFor: null,
    },
    {
      id: "operation 2",
      what: { code: "file-added", params: { filename: "walrus.png" } },
      memo: head,
      atMs: 1,
      attempts: 0,
      waitsFor: null,
    },
  ],
  "sync.rejected": [
    {
      n: 1,
      memo: id,
      what: { code: "memo", params: {} },
      why: "memo-denied",
      code: "no",
      atMs: 1,
      text: memo.content,
      file: null,
    },
    {
      n: 2,
      memo: id,
      what: { code: "file-added", params: { filename: "walrus.png" } },
      why: "memo-denied",
      code: "no",
      atMs: 1,
      text: null,
      file: { id: "f1", filename: "walrus.png" },
    },
  ],
  "tags.preview": { from: "private", to: null, count: 1, merged: 0, others: 0, first: [head] },
  "settings.tags": { tags: {} },
  "tags.tree": [],
  "memos.tags": [],
  "shares.list": { state: "listed", links: [] },
  "finder.noteOpened": null,
  "backups.state": {
    folder: "",
    isUsualFolder: true,
    schedule: "daily",
    atWork: null,
    failure: null,
    backups: [],
  },
};

function call(name: string): unknown {
  return new Proxy(() => undefined, {
    get: (_, part) => call(name === "" ? String(part) : `${name}.${String(part)}`),
    apply: async () => {
      const answer = answers[name.replace(/\.(?:query|mutate)$/, "")];
      return answer === undefined ? new Promise(() => undefined) : answer;
    },
  });
}

const client = call("") as TidemarkClient;

function card(more: Partial<MemoCardProps> = {}): ReactNode {
  return (
    <MemoCard
      memo={memo}
      position={1}
      setSize={1}
      isFirst
      isLast
      terms={["walrus"]}
      nowMs={nowMs}
      isActive={false}
      isEditing={false}
      isLine={false}
      isHit={false}
      above={undefined}
      actions={{} as MemoActions}
      onTag={() => undefined}
      openMenu={() => undefined}
      {...more}
    />
  );
}

function tasks([block]: readonly TaskBlock[]): ReactNode {
  if (block === undefined) throw new Error("there is no task");
  const nothing = (): void => undefined;
  return (
    <TaskGroup block={block} nowMs={nowMs} onTick={nothing} onTag={nothing} onFocus={nothing} />
  );
}

const stays = (): boolean => false;

function Picker() {
  const field = useRef<HTMLInputElement>(null);
  return <LinkPicker memo={plain} linked={[]} actions={{} as MemoActions} field={field} />;
}

const libraryFiles = attachments.map((each) => ({
  ...each,
  createdMs: nowMs,
  memo: { id, line: snippet, tags, state: "NORMAL" as const, isTrashed: false },
}));

const inLibrary = (each: LibraryFile, at: number) => ({
  file: each,
  nowMs,
  at,
  show: () => undefined,
});

interface Place {
  readonly show: () => ReactNode;
  /** Opens the text after the place was rendered. */
  readonly open?: () => void | Promise<void>;
}

const places: Readonly<Record<string, Place>> = {
  "a card": { show: () => card() },
  "a card of one line": { show: () => card({ isLine: true }) },
  "a hit of a search": { show: () => card({ isHit: true }) },
  "a hit in a comment": { show: () => card({ memo: comment, above: head, isHit: true }) },
  "a hit in a comment that quotes it": {
    show: () => card({ memo: quoting, above: head, isHit: true, terms: ["wal"] }),
  },
  "a card in Explore": {
    show: () =>
      card({ memo: { ...memo, author: "bea", creator: "users/bea" }, Author: AuthorName }),
  },
  "a card with both readings of a merge": {
    show: () => card({ memo: { ...memo, isMerged: true, merge } }),
  },
  "a card that the server refused": { show: () => card({ memo: { ...memo, unsent } }) },
  "the box that selects": { show: () => <SelectBox memo={memo} isSelected isActive /> },
  "the pinned line": { show: () => <PinnedLine memos={[memo]} /> },
  "the palette": {
    show: () => (
      <Autocomplete.Root inline open items={[head]}>
        <Autocomplete.List>
          <Autocomplete.Item value={head}>
            <PaletteLine
              row={{
                kind: "memo",
                key: id,
                memo: {
                  ...head,
                  title,
                  terms: [],
                  around: null,
                  createdMs: nowMs,
                  isArchived: false,
                },
              }}
            />
          </Autocomplete.Item>
        </Autocomplete.List>
      </Autocomplete.Root>
    ),
  },
  "tasks by memo": { show: () => tasks(blocksByMemo([memo], stays)) },
  "tasks by tag": {
    show: () => tasks(blocksByTag([{ tag: "private", memos: [memo] }], { hasMore: false, stays })),
  },
  "the memo's page": { show: () => <MemoPage /> },
  "links of another memo": { show: () => <LinkSection memo={plain} /> },
  "the field that adds a link": {
    show: () => <Picker />,
    open: () => {
      const field = screen.getByRole("combobox");
      field.focus();
      fireEvent.input(field, { target: { value: "plan" }, inputType: "insertText" });
    },
  },
  comments: { show: () => <CommentSection memo={memo} /> },
  "the history on a page": {
    show: () => <HistorySection memo={memo} />,
    open: async () =>
      void fireEvent.change(await screen.findByRole("slider"), { target: { value: "0" } }),
  },
  "the history": {
    show: () => <HistoryDialog />,
    open: () => setUi({ history: { id, isAtMerge: false } }),
  },
  "the links that share it": { show: () => <ShareDialog />, open: () => setUi({ sharingId: id }) },
  "the preview of a view": { show: () => <ViewPreview filter="" isWrong={false} /> },
  "the safety check": { show: () => <SafetySheet />, open: () => setUi({ isSafetyOpen: true }) },
  "a change of its tag": {
    show: () => <ChangeForm tag="private" act="remove" done={() => undefined} />,
  },
  "changes that wait": { show: () => <WaitingList /> },
  "changes that were refused": { show: () => <RefusedList /> },
  "squares of the library": {
    show: () => libraryFiles.map((each, at) => <FileTile key={each.id} {...inLibrary(each, at)} />),
  },
  "lines of the library": {
    show: () =>
      libraryFiles.map((each, at) => (
        <FileRow
          key={each.id}
          {...inLibrary(each, at)}
          isSelected={null}
          select={() => undefined}
        />
      )),
  },
  "a message": {
    show: () => (
      <InboxRow
        item={{
          id: "i1",
          sender: "alice",
          type: "MEMO_COMMENT",
          memo: id,
          comment: null,
          snippet,
          about: title,
          createdMs: nowMs,
          isRead: false,
          isHere: true,
          tags,
        }}
        position={1}
        setSize={1}
        isActive
        nowMs={nowMs}
        note=""
        follow={null}
        onFocus={() => undefined}
        open={() => undefined}
        mark={() => undefined}
        remove={() => undefined}
      />
    ),
  },
  "this day of earlier years": { show: () => <OnThisDay nowMs={nowMs} /> },
  "the calendar beside a list": { show: () => <SidePanel nowMs={nowMs} /> },
  "the year": { show: () => <YearDialog />, open: () => setUi({ yearAtMs: nowMs }) },
  "the panel": { show: () => <MemoPanel opened={{ id }} /> },
  "a memo on paper": { show: () => <PrintedMemo memo={memo} /> },
  "the name of a printed file": {
    show: () => <PrintSheet />,
    open: async () => {
      const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
      act(() => printNow({ kind: "memo", id }));
      await waitFor(() => expect(print).toHaveBeenCalled());
    },
  },
};

async function mount({ show, open }: Place): Promise<void> {
  const root = createRootRoute({ component: () => <Outlet /> });
  const page = createRoute({ getParentRoute: () => root, path: "/m/$id", component: show });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [`/m/${id}`] }),
  });
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ClientProvider value={client}>
        <RouterProvider router={router as never} />
      </ClientProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(router.state.status).toBe("idle"));
  await open?.();
}

const labels = ["aria-label", "aria-valuetext", "aria-description", "title", "alt", "placeholder"];

/** Returns all text that can be read, announced or hovered, except blurred text. */
function readable(): string {
  const found = [document.title];
  const walk = (node: Node): void => {
    if (node instanceof Text) found.push(node.data);
    if (node instanceof HTMLElement) {
      if (node.matches(".blurred-text, .blurred-words")) {
        expect(node.inert || node.hasAttribute("inert")).toBe(true);
        expect(node.ariaHidden ?? node.getAttribute("aria-hidden")).toBe("true");
        return;
      }
      found.push(...labels.map((name) => node.getAttribute(name) ?? ""));
      if (node instanceof HTMLInputElement) found.push(node.value);
    }
    node.childNodes.forEach(walk);
  };
  walk(document.body);
  return found.join("\n");
}

beforeEach(() => {
  document.title = "";
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  // jsdom has no layout to scroll.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  // No window is wide enough for several columns.
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

afterEach(() => {
  setUi({ history: null, sharingId: null, isSafetyOpen: false, yearAtMs: null });
  cleanup();
  useTagLooks.setState({ looks: {} });
  blurAll(false);
  usePrinting.setState({ job: null });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const blur = (): void =>
  useTagLooks.setState({ looks: { private: { colour: null, isBlurred: true } } });

/** Shows a place anew. */
async function mountAgain(place: Place): Promise<void> {
  cleanup();
  setUi({ history: null, sharingId: null, isSafetyOpen: false, yearAtMs: null });
  document.title = "";
  await mount(place);
}

test.each(Object.entries(places))("%s shows words and names of files", async (_, place) => {
  await mount(place);
  await waitFor(() => expect(readable()).toMatch(/walrus/i));
});

describe.each([
  ["of a memo with a blurred tag", blur],
  ["while all memos are blurred", () => blurAll(true)],
  [
    "of a tagged memo until the looks of tags are known",
    () => useTagLooks.setState({ looks: null }),
  ],
])("no clear word %s is in", (_, hide) => {
  test.each(Object.entries(places))("%s", async (_name, place) => {
    hide();
    await mountAgain(place);
    await waitFor(() => expect(readable()).toMatch(/blurred memo|Show this memo/i));
    expect(readable()).not.toMatch(/walrus/i);
  });
});

describe("completion", () => {
  test.each([
    ["[[", memoTrigger],
    ["[[walrus", memoTrigger],
    ["/walrus", templateNameTrigger],
    ["/template ", templateTrigger],
  ])("what %s offers", async (typed, trigger) => {
    const template = written("t1", "Walrus form\n\n#template/walrus #private");
    const help = writingHelp((search) => (search.startsWith("#template") ? [template] : [memo]));
    const drawn = async (): Promise<string> => {
      const offered = await offeredIn(`${typed}|`, trigger(help));
      return JSON.stringify(
        offered?.options.map(({ label, displayLabel }) => displayLabel ?? label),
      );
    };
    expect(await drawn()).toMatch(/walrus/i);
    blur();
    expect(await drawn()).toBe('["Blurred memo"]');
  });

  test("writes the day of a blurred memo into a link, and the title of another", async () => {
    const help = writingHelp(() => [memo]);
    const text = (): Promise<string> => afterChoosing("[[|", memoTrigger(help), "Walrus plan");
    expect(await text()).toContain("[Walrus plan](/memos/m1)");
    blur();
    expect(await text()).toContain("[2026-11-20](/memos/m1)");
  });
});
