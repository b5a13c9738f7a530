import type { MemoView } from "@tidemark/core/router";
import type { TidemarkClient } from "../src/data/client.tsx";
import type { WritingHelp } from "../src/editor/completion/help.ts";

/** Returns completion help over a test's memos; every list query returns `answer` of its search. */
export function writingHelp(
  answer: (search: string) => readonly MemoView[] = () => [],
  { serverUrl }: { readonly serverUrl: string | null } = { serverUrl: "https://example.org" },
): WritingHelp & { readonly chosen: { files: number; recordings: number } } {
  const client = {
    profile: { get: { query: async () => ({ user: "users/alice", serverUrl }) } },
    memos: {
      list: {
        query: async ({ search }: { search: string }) => ({
          memos: answer(search),
          nextCursor: null,
          terms: [],
        }),
      },
    },
  } as unknown as TidemarkClient;
  const chosen = { files: 0, recordings: 0 };
  return {
    client,
    memoId: "own",
    tags: () => [],
    chooseFiles: () => void (chosen.files += 1),
    record: () => void (chosen.recordings += 1),
    chosen,
  };
}
