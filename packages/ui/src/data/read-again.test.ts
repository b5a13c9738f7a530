import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queryKeys } from "./queries.ts";
import { readLibraryAgain } from "./read-again.ts";

const media = [...queryKeys.libraryLists, "media", "time", ""];
const audio = [...queryKeys.libraryLists, "audio", "time", ""];

function loaded(): QueryClient {
  const queries = new QueryClient();
  const pagesOf = (memos: readonly (string | null)[]) => ({
    pageParams: [null],
    pages: [{ files: memos.map((id) => ({ memo: id === null ? null : { id } })) }],
  });
  queries.setQueryData(media, pagesOf(["a", null, "b"]));
  queries.setQueryData(audio, pagesOf([null]));
  queries.setQueryData(queryKeys.librarySizes, {});
  return queries;
}

test.each([
  ["a memo without files", ["x"], [false, false, true]],
  ["the memo of a file", ["x", "b"], [true, false, true]],
  ["any memo", null, [true, true, true]],
])(
  "after %s changed, lists with its files are read again, and the sizes",
  (_what, ids, expected) => {
    const queries = loaded();
    readLibraryAgain(queries, ids);
    const keys = [media, audio, queryKeys.librarySizes];
    expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual(expected);
  },
);
