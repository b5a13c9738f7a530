import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, openMoveSource } from "@tidemark/db/node";
import { beginMove } from "@tidemark/db-postgres";
import { beginEpoch } from "@tidemark/core/sync/server";
import { startPostgres } from "../scripts/postgres/start-postgres.ts";
import type { CorpusKind } from "./corpus.ts";
import { type Corpora, tempFolder } from "./corpus-file.ts";
import { readProcessTreeMs } from "./server-process.ts";

/** What a machine of this size gives to a PostgreSQL beside the server. */
const settings = {
  shared_buffers: "512MB",
  effective_cache_size: "4GB",
  work_mem: "16MB",
  maintenance_work_mem: "256MB",
  max_wal_size: "4GB",
  random_page_cost: "1.1",
};

/** Corpora in a PostgreSQL of the run's own. */
export interface PostgresCorpora extends Corpora, AsyncDisposable {
  /** The processor time of PostgreSQL so far, of all of its processes; null where the system does not tell. */
  cpuMs(): Promise<number | null>;
}

/**
 * The same corpora in a PostgreSQL of the run's own, whose commits wait for the disk. Each is moved there
 * when it is first asked for; a copy is a database of its own.
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

/** As a server's database is moved. */
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
