import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readNotebook, type Note } from "../../../../scripts/notebook-lines.ts";
import { realNotebook } from "../../../../tests/samples/notebooks.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";
import { type Assistant, connectAssistant, tokenOf } from "./assistants.ts";

/** Notes of a real notebook, and an assistant that may read them. */
let notes: Note[];
let users: TwoUsers;
let assistant: Assistant;

interface Found {
  readonly name: string;
  readonly title: string;
  readonly snippet: string;
}

async function search(input: Record<string, unknown>): Promise<Found[]> {
  const found: Found[] = [];
  let cursor: unknown = "";
  do {
    const { output } = await assistant.call("search_memos", { limit: 50, ...input, cursor });
    found.push(...(output["memos"] as Found[]));
    ({ cursor } = output);
  } while (cursor !== "");
  return found;
}

async function read(name: string): Promise<string> {
  const { output } = await assistant.call("get_memo", { name });
  return String(output["text"]);
}

async function countOf(tag: string): Promise<number> {
  const { output } = await assistant.call("list_tags", { prefix: tag });
  const tags = output["tags"] as { tag: string; count: number }[];
  return tags.find((each) => each.tag === tag)?.count ?? 0;
}

const titleOf = ({ content }: Note): string => content.split("\n", 1)[0]!.replace(/^# /, "");
const titles = (found: readonly { readonly title: string }[]): string[] =>
  found.map(({ title }) => title).toSorted();
/** Titles of the notes for which something holds. */
const wanted = (holds: (note: Note) => boolean): string[] =>
  notes.filter(holds).map(titleOf).toSorted();
const says =
  (...words: readonly string[]) =>
  ({ content }: Note): boolean =>
    words.every((word) => content.toLowerCase().includes(word));

describe.skipIf(realNotebook === null)("ten questions about a notebook", () => {
  beforeAll(async () => {
    notes = [];
    for await (const line of readNotebook(realNotebook ?? "")) if (line.ok) notes.push(line.note);
    users = await startWithUsers();
    for (const { content, createTime } of notes) {
      await users.alice("POST", "/memos", { content, createTime });
    }
    assistant = await connectAssistant(
      users.server.url,
      await tokenOf(users.alice, "alice", "read"),
    );
  }, 600_000);
  afterAll(async () => {
    await assistant[Symbol.asyncDispose]();
    await users[Symbol.asyncDispose]();
  });

  test("which note names launchctl?", async () => {
    expect(titles(await search({ query: "launchctl" }))).toEqual([
      "List All Services Managed By Brew",
    ]);
  });

  test("how many notes are there about PostgreSQL, and are there more about Vim?", async () => {
    expect(await countOf("postgres")).toBe(wanted(says("#postgres")).length);
    expect((await countOf("vim")) < (await countOf("postgres"))).toBe(true);
  });

  test("what was the first note about?", async () => {
    const [first] = await search({ order: "oldest" });
    expect(first?.title).toBe("Summing Collections");
    expect(await read(first!.name)).toContain("my_hash.values.inject(:+)");
  });

  test("what was the last note about?", async () => {
    expect((await search({}))[0]?.title).toBe("Check What Is Inside A Zip File");
  });

  test("which notes explain git bisect?", async () => {
    const found = await search({ query: '"git bisect"' });
    expect(titles(found)).toEqual(wanted(says("git bisect")));
    expect(found).toHaveLength(3);
  });

  test("what did I write about Vim in March 2016?", async () => {
    const filter =
      'created_ts >= timestamp("2016-03-01T00:00:00Z") && created_ts < timestamp("2016-04-01T00:00:00Z")';
    const inMarch = (note: Note): boolean =>
      new Date(note.createTime).toISOString().startsWith("2016-03") && says("#vim")(note);
    const found = await search({ query: "#vim", filter });
    expect(titles(found)).toEqual(wanted(inMarch));
    expect(found.length).toBeGreaterThan(0);
  });

  test("which Unix notes are about ssh and its config?", async () => {
    const found = await search({ query: "ssh config #unix" });
    expect(titles(found)).toEqual(wanted(says("ssh", "config", "#unix")));
    expect(found.length).toBeGreaterThan(0);
  });

  test("where is a command for the quickfix list, and what does it say?", async () => {
    const [found] = await search({ query: "quickfix" });
    expect(found?.snippet.toLowerCase()).toContain("quickfix");
    const [note] = notes.filter(says("quickfix"));
    expect(await read(found!.name)).toBe(note!.content);
  });

  test("how long is the longest note about diffs?", async () => {
    const found = await search({ query: "verbose diff #git" });
    const lengths = await Promise.all(found.map(async ({ name }) => (await read(name)).length));
    const expected = notes.filter(says("verbose", "diff", "#git"));
    expect(Math.max(...lengths)).toBe(Math.max(...expected.map(({ content }) => content.length)));
  });

  test("which notes about Elixir don't mention lists?", async () => {
    const found = await search({ query: "#elixir -list" });
    const withoutLists = (note: Note): boolean => says("#elixir")(note) && !says("list")(note);
    expect(titles(found)).toEqual(wanted(withoutLists));
    expect(found.length).toBeGreaterThan(0);
  });
});
