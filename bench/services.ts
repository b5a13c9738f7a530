import { randomBytes } from "node:crypto";
import { createPageTokens, newResourceId, type ServerDatabase } from "@tidemark/core";
import {
  createMemoService,
  type MemoDeps,
  type MemoService,
  searchMemos,
} from "@tidemark/core/memo";
import { defaultMemoLimits } from "@tidemark/core/access";
import { createHybridClock } from "@tidemark/core/clock";
import { createServerJournal } from "@tidemark/core/sync/server";
import { openDatabase } from "@tidemark/db/node";
import { openPostgres } from "@tidemark/db-postgres";
import { callerNamed } from "./bulk-insert.ts";
import { type CorpusKind, corpusEndMs, readerUsername } from "./corpus.ts";
import type { Corpora } from "./corpus-file.ts";

/** The memo service of a server over a copy of a corpus; its clock shows the end of the corpus. */
export interface BenchServices extends AsyncDisposable {
  readonly database: ServerDatabase;
  readonly memos: MemoService;
  readonly search: (text: string) => ReturnType<typeof searchMemos>;
  /** `null` if the database is in PostgreSQL. */
  readonly file: string | null;
  /** Lists a page of 50, newest first; throws if the service returns an error. */
  page(filter: string, pageToken?: string): Promise<{ count: number; nextPageToken: string }>;
}

export const reader = callerNamed(`users/${readerUsername}`);
export const pageSize = 50;

export async function openBenchServices(
  corpora: Corpora,
  kind: CorpusKind,
): Promise<BenchServices> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await corpora.copy(kind));
  const { database } = opening.use(
    folder.databaseUrl === null
      ? await openDatabase({ file: folder.databaseFile, role: "server" })
      : await openPostgres({ url: folder.databaseUrl }),
  );
  const deps = createDeps(database);
  const memos = createMemoService(deps);
  const held = opening.move();
  return {
    database,
    memos,
    search: (text) => searchMemos(deps, reader, { text, tag: null, limit: 20 }),
    file: folder.databaseUrl === null ? folder.databaseFile : null,
    async page(filter, pageToken = "") {
      const listed = await memos.list(reader, {
        state: "NORMAL",
        trash: "none",
        order: [{ field: "create_time", direction: "desc" }],
        filter,
        parent: null,
        pageSize,
        pageToken,
      });
      if (!listed.ok) throw new Error(listed.error.message);
      return { count: listed.value.memos.length, nextPageToken: listed.value.nextPageToken };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function createDeps(database: ServerDatabase): MemoDeps<ServerDatabase> {
  const newId = (): string => newResourceId((count) => randomBytes(count));
  const clock = createHybridClock({ node: "bench", wallMs: () => corpusEndMs });
  return {
    database,
    journal: createServerJournal({ clock, newId }),
    clock,
    pageTokens: createPageTokens(randomBytes(32)),
    limits: () => defaultMemoLimits,
    newId,
    textClientId: () => 1,
  };
}
