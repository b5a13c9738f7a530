import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import { openSqliteConnection } from "../packages/db/src/dialect/node/open-connection.ts";
import { bulkInsert } from "./bulk-insert.ts";
import { type CorpusKind, corpusVersion, generateMemos } from "./corpus.ts";

/** Databases that suites read; each is built on first use. */
export interface Corpora {
  /** Number of memos in each. */
  readonly size: number;
  /** Returns the kind that is used in place of `kind`: usually the same. */
  given(kind: CorpusKind): CorpusKind;
  /** Creates a folder with a copy of the corpus as `tidemark.db`; disposing deletes it. */
  copy(kind: CorpusKind): Promise<TempFolder>;
  /** Creates an empty folder; disposing deletes it. */
  folder(): Promise<TempFolder>;
}

export interface TempFolder extends AsyncDisposable {
  readonly path: string;
  /** Path of the server's database, if it is a file. */
  readonly databaseFile: string;
  /** PostgreSQL URL; `null` if the database is the file. */
  readonly databaseUrl: string | null;
}

const defaultCacheFolder = resolve(import.meta.dirname, "..", ".cache", "bench");

/** Returns corpora that are built once per generator version, schema and size, and cached in `cacheFolder`. */
export function createCorpora(options: {
  readonly size: number;
  /** Kinds to use in place of others. */
  readonly as?: Readonly<Partial<Record<CorpusKind, CorpusKind>>>;
  readonly cacheFolder?: string;
  readonly log?: (line: string) => void;
}): Corpora {
  const { size, as = {}, cacheFolder = defaultCacheFolder, log = () => undefined } = options;
  const given = (kind: CorpusKind): CorpusKind => as[kind] ?? kind;
  return {
    size,
    given,
    folder: tempFolder,
    async copy(kind) {
      const file = await builtCorpus(given(kind), { size, cacheFolder, log });
      const folder = await tempFolder();
      await copyFile(file, folder.databaseFile);
      return folder;
    },
  };
}

async function builtCorpus(
  kind: CorpusKind,
  {
    size,
    cacheFolder,
    log,
  }: { readonly size: number; readonly cacheFolder: string; readonly log: (line: string) => void },
): Promise<string> {
  const version = `${corpusVersion}-${await schemaFingerprint()}`;
  const file = join(cacheFolder, `${kind}-${size}-${version}.db`);
  if (existsSync(file)) return file;
  await mkdir(cacheFolder, { recursive: true });
  const isOlder = (name: string): boolean => name.startsWith(`${kind}-${size}-`);
  for (const name of (await readdir(cacheFolder)).filter(isOlder)) {
    await rm(join(cacheFolder, name), { force: true });
  }
  log(`building ${kind} with ${size} memos`);
  await using folder = await tempFolder();
  {
    await using opened = await openDatabase({ file: folder.databaseFile, role: "server" });
    await bulkInsert(opened.database, generateMemos(kind, size));
  }
  const partial = `${file}.partial`;
  await copyFile(folder.databaseFile, partial);
  await rename(partial, file);
  return file;
}

/** Returns a hash of the tables and indexes of a new database. */
async function schemaFingerprint(): Promise<string> {
  await using folder = await tempFolder();
  {
    await using _opened = await openDatabase({ file: folder.databaseFile, role: "server" });
  }
  const connection = openSqliteConnection({ file: folder.databaseFile, readonly: true });
  try {
    const rows = connection.all<{ sql: string | null }>("SELECT sql FROM sqlite_master");
    return createHash("sha256").update(JSON.stringify(rows)).digest("hex").slice(0, 12);
  } finally {
    connection.close();
  }
}

export async function tempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), "tidemark-bench-"));
  return {
    path,
    databaseFile: join(path, "tidemark.db"),
    databaseUrl: null,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
