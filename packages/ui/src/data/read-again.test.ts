import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { queryKeys } from "./queries.ts";
import { readAgain, readLibraryAgain } from "./read-again.ts";

const media = [...queryKeys.libraryLists, "media", "time", ""];
const audio = [...queryKeys.libraryLists, "audio", "time", ""];
const unused = [...queryKeys.libraryLists, "unused", "time", ""];

function loaded(): QueryClient {
  const queries = new QueryClient();
  const pagesOf = (memos: readonly (string | null)[]) => ({
    pageParams: [null],
    pages: [{ files: memos.map((id) => ({ memo: id === null ? null : { id } })) }],
  });
  queries.setQueryData(media, pagesOf(["a", null, "b"]));
  queries.setQueryData(audio, pagesOf([null]));
  queries.setQueryData(unused, pagesOf([null]));
  queries.setQueryData(queryKeys.librarySizes, {});
  return queries;
}

test.each([
  ["a memo without files", ["x"], [false, false, true, true]],
  ["the memo of a file", ["x", "b"], [true, false, true, true]],
  ["any memo", null, [true, true, true, true]],
])(
  "after %s changed, reloads the lists with its files, the unused files and the sizes",
  (_what, ids, expected) => {
    const queries = loaded();
    readLibraryAgain(queries, ids);
    const keys = [media, audio, unused, queryKeys.librarySizes];
    expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual(expected);
  },
);

test("a library list in its first load is loaded again after a change", async () => {
  const queries = new QueryClient();
  const answers: ((files: readonly unknown[]) => void)[] = [];
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: media,
    queryFn: () => new Promise((answer) => answers.push((files) => answer({ files }))),
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  const stop = observer.subscribe(() => undefined);
  readLibraryAgain(queries, ["a"]);
  expect(answers).toHaveLength(1);
  answers[0]!([]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  stop();
});

test("a running load is shown, and followed by one more however many changes came meanwhile", async () => {
  const queries = new QueryClient();
  const answers: ((count: number) => void)[] = [];
  queries.setQueryData(queryKeys.counts, 0);
  const observer = new QueryObserver<number>(queries, {
    queryKey: queryKeys.counts,
    queryFn: () => new Promise((answer) => answers.push(answer)),
  });
  const stop = observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  for (let i = 0; i < 3; i += 1) void readAgain(queries, queryKeys.counts);
  answers[0]!(1);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(queries.getQueryData(queryKeys.counts)).toBe(1);
  answers[1]!(2);
  await vi.waitFor(() => expect(queries.getQueryData(queryKeys.counts)).toBe(2));
  expect(queries.getQueryState(queryKeys.counts)?.isInvalidated).toBe(false);
  expect(answers).toHaveLength(2);
  stop();
});
