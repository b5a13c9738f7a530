import { openDatabase, type OpenDatabase } from "@tidemark/db";
import { createServices, type Services } from "../apps/server/src/services.ts";
import { callerNamed } from "./bulk-insert.ts";
import { type CorpusKind, corpusEndMs, readerUsername } from "./corpus.ts";
import type { Corpora } from "./corpus-file.ts";

/** The server's own services over a copy of a corpus, at the moment that the corpus ends. */
export interface BenchServices extends AsyncDisposable {
  readonly services: Services;
  readonly file: string;
  /** A first or later page of 50, newest first; throws when the service refuses. */
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
  const opened: OpenDatabase = opening.use(
    await openDatabase({ file: folder.databaseFile, role: "server" }),
  );
  const services = await createServices(opened.database, { nowMs: () => corpusEndMs });
  const held = opening.move();
  return {
    services,
    file: folder.databaseFile,
    async page(filter, pageToken = "") {
      const listed = await services.memos.list(reader, {
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
