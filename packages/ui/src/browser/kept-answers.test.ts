import { type QueryKey, QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { keepAnswers, type KeepingPage } from "./kept-answers.ts";
import { queryKeys } from "../data/queries.ts";

const profile = { user: "users/alice", serverUrl: "https://notes.example", lacks: [] as string[] };
const timeline = { view: "timeline", scope: "view", search: "", tag: null, pinned: null } as const;
const timelineKey = queryKeys.list(timeline);

/** A browser with its storage; each call of `open` is a page over it. */
function browser() {
  const stored = new Map<string, string>();
  const localStorage: KeepingPage["localStorage"] = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
  const open = ({ build = "1" } = {}) => {
    const listeners: (() => void)[] = [];
    const document = { visibilityState: "visible" as DocumentVisibilityState };
    const page: KeepingPage = {
      localStorage,
      document,
      addEventListener: (_type, listener) => void listeners.push(listener),
    };
    const kept = keepAnswers(page, build);
    const queries = new QueryClient();
    kept.fill(queries);
    return {
      kept,
      queries,
      /** Puts an answer into the cache, and shows it. */
      show(queryKey: QueryKey, data: unknown) {
        queries.setQueryData(queryKey, data);
        const options = { queryKey, queryFn: () => data, staleTime: Infinity };
        new QueryObserver(queries, options).subscribe(() => undefined);
      },
      hide() {
        document.visibilityState = "hidden";
        for (const listener of listeners) listener();
      },
    };
  };
  return { stored, open };
}

function memosPage(contents: readonly string[], nextCursor: string | null = "next") {
  const memos = contents.map((content, i) => ({ id: `m${i}`, content }));
  return { pages: [{ memos, nextCursor, isOwn: true }], pageParams: [null] };
}

describe("A45 · answers of the last page", () => {
  test("are shown by the next one, and read again", () => {
    const { open } = browser();
    const page = open();
    page.show(queryKeys.profile, profile);
    page.queries.setQueryData(timelineKey, memosPage(["one", "two"]));
    page.hide();
    const { queries } = open();
    expect(queries.getQueryData(timelineKey)).toEqual(memosPage(["one", "two"], null));
    expect(queries.getQueryState(timelineKey)?.isInvalidated).toBe(true);
  });

  test("are the first rows of a list, as far as they are short", () => {
    const { open } = browser();
    const page = open();
    page.show(queryKeys.profile, profile);
    const long = "a".repeat(150_000);
    const [first] = memosPage([long, "short", long, "after"]).pages;
    page.queries.setQueryData(timelineKey, { pages: [first, first], pageParams: [null, "next"] });
    page.hide();
    const { queries } = open();
    expect(queries.getQueryData(timelineKey)).toEqual(memosPage([long, "short"], null));
  });

  test("A45a · don't include drafts, and lists that the page no longer shows", () => {
    const { open, stored } = browser();
    const page = open();
    page.show(queryKeys.profile, profile);
    page.queries.setQueryData(queryKeys.draftFiles("composer"), ["typed"]);
    page.queries.setQueryData(
      queryKeys.list({ ...timeline, search: "typed" }),
      memosPage(["found"]),
    );
    const tasks = memosPage(["shown tasks"]);
    page.show(queryKeys.list({ ...timeline, view: "tasks" }), tasks);
    page.hide();
    expect([...stored.values()].join("")).toContain("shown tasks");
    expect([...stored.values()].join("")).not.toMatch(/typed|found/);
  });

  test.each([
    ["there is no server", { ...profile, serverUrl: null }],
    ["this browser has no copy", { ...profile, lacks: ["copy"] }],
  ])("are removed if %s", (_, given) => {
    const { open, stored } = browser();
    const before = open();
    before.show(queryKeys.profile, profile);
    before.hide();
    expect(stored.size).toBe(1);
    const page = open();
    page.show(queryKeys.profile, given);
    page.hide();
    expect(stored.size).toBe(0);
  });

  test("are removed at once when the profile has left its server, also while the page is hidden", () => {
    const { open, stored } = browser();
    const page = open();
    page.show(queryKeys.profile, profile);
    page.hide();
    expect(stored.size).toBe(1);
    page.queries.setQueryData(queryKeys.profile, { ...profile, serverUrl: null });
    expect(stored.size).toBe(0);
  });

  test("are removed by signing out, and not stored after it", () => {
    const { open, stored } = browser();
    const page = open();
    page.show(queryKeys.profile, profile);
    page.hide();
    expect(stored.size).toBe(1);
    page.kept.stop();
    page.hide();
    expect(stored.size).toBe(0);
  });

  test.each([
    ["of another build", JSON.stringify({ build: "0", answers: [[queryKeys.profile, profile]] })],
    ["cut off", '{"build":"1","answers":['],
    ["without answers", '{"build":"1"}'],
    ["of another kind", "[1]"],
  ])("aren't used if they are %s", (_, text) => {
    const { open, stored } = browser();
    const page = open();
    page.show(queryKeys.profile, profile);
    page.hide();
    for (const key of stored.keys()) stored.set(key, text);
    expect(open().queries.getQueryCache().getAll()).toEqual([]);
  });

  test("that aren't JSON aren't stored", () => {
    const { open, stored } = browser();
    const page = open();
    page.show(queryKeys.profile, profile);
    page.show(queryKeys.tags, new Map([["sea", 1]]));
    page.hide();
    expect(stored.size).toBe(0);
  });

  test("that are too long in total aren't stored", () => {
    const { open, stored } = browser();
    const page = open();
    page.show(queryKeys.profile, { ...profile, version: "a".repeat(700_000) });
    page.hide();
    expect(stored.size).toBe(0);
  });
});
