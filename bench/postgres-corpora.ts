import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, openMoveSource } from "@tidemark/db/node";
import { beginMove } from "@tidemark/db-postgres";
import { beginEpoch } from "@tidemark/core/sync/server";
import { startPostgres } from "../scripts/postgres/start-postgres.ts";
import type { CorpusKind } from "./corpus.ts";
import { type Corpora, tempFolder } from "./corpus-file.ts";
import { readProcessTreeMs } from "./server-process.ts";

/** PostgreSQL settings for a machine of this size that also runs the server. */
const settings = {
  shared_buffers: "512MB",
  effective_cache_size: "4GB",
  work_mem: "16MB",
  maintenance_work_mem: "256MB",
  max_wal_size: "4GB",
  random_page_cost: "1.1",
};

/** Corpora in a PostgreSQL instance of this run. */
export interface PostgresCorpora extends Corpora, AsyncDisposable {
  /** Returns the processor time of all PostgreSQL processes so far; `null` without `/proc`. */
  cpuMs(): Promise<number | null>;
}

/**
 * Starts a PostgreSQL instance whose commits wait for the disk. Each corpus is moved into it on first use; a
 * copy is a separate database.
 */
export async function openPostgresCorpora(
  files: Corpora,
  log: (line: string) => void,
): Promise<PostgresCorpora> {
  const { size, given } = files;
  const postgres = await startPostgres({ durable: true, settings });
  const built = new Map<CorpusKind, Promise<string>>();
  let copies = 0;

  const build = async (kind: CorpusKind): Promise<string> => {
    await using source = await files.copy(kind);
    log(`moving ${kind} with ${size} memos to PostgreSQL`);
    const name = `corpus_${kind.replaceAll("-", "_")}`;
    await postgres.databases.template(name, (url) => moveFile(source.databaseFile, url));
    return name;
  };
  return {
    size,
    given,
    folder: tempFolder,
    async copy(asked) {
      const kind = given(asked);
      const template = built.get(kind) ?? build(kind);
      built.set(kind, template);
      copies += 1;
      const name = `copy_${copies}`;
      const databaseUrl = await postgres.databases.create(name, await template);
      const folder = await tempFolder();
      return {
        ...folder,
        databaseUrl,
        [Symbol.asyncDispose]: async () => {
          await folder[Symbol.asyncDispose]();
          await postgres.databases.drop(name);
        },
      };
    },
    cpuMs: async () => {
      const [pid] = (await readFile(join(postgres.folder, "data", "postmaster.pid"), "utf8")).split(
        "\n",
      );
      return readProcessTreeMs(Number(pid));
    },
    [Symbol.asyncDispose]: () => postgres.stop(),
  };
}

/** Moves a database file as the server's `move` command does. */
async function moveFile(file: string, url: string): Promise<void> {
  {
    await using opened = await openDatabase({ file, role: "server" });
    await opened.database.write(({ meta }) => beginEpoch(meta, "bench", Date.now()));
  }
  using source = await openMoveSource({ file });
  await using move = await beginMove({ source, url });
  await move.copyRows(() => undefined);
  await move.finish();
}
