import { type FileHandle, mkdir, open, readdir, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type AppError,
  appError,
  err,
  invalidField,
  notFound,
  ok,
  type Result,
} from "@tidemark/core";
import { type ArchiveLimits, defaultLimits, type RealNames } from "@tidemark/transfer";
import { stagedParts, stageName, storedName } from "./staged-name.ts";

/** File that the page uploads. */
export interface StagedFile {
  readonly stage: string;
  /** Path inside the stage, with each part percent-encoded. */
  readonly path: string;
  readonly modifiedMs: number | null;
}

/** Uploaded files of a stage. */
export interface TakenStage {
  /** Path of the folder, or of the only file. */
  readonly path: string;
  readonly names: RealNames;
}

/** Uploads from pages that can't name local paths. Each upload has its own folder, a stage. */
export interface Staging extends AsyncDisposable {
  /**
   * Folder for unpacking uploads, on the same disk as the memos. Stage names contain no dot, so they can't
   * clash.
   */
  readonly tempParent: string;
  put(file: StagedFile, body: AsyncIterable<Uint8Array>): Promise<Result<null, AppError>>;
  /**
   * Closes a stage for uploads. Returns its only top-level entry, or the folder with all entries; null if it
   * is unknown, empty or still being written.
   */
  take(stage: string): Promise<TakenStage | null>;
  /** Removes a stage, including running uploads. */
  remove(stage: string): Promise<void>;
}

export interface StagingOptions {
  readonly dir: string;
  readonly limits?: Pick<ArchiveLimits, "entries" | "totalBytes">;
  /** Time after which an idle stage that wasn't taken is removed, in ms. */
  readonly keptMs?: number;
}

interface Stage {
  readonly names: Set<string>;
  /** Folders that contain those files. */
  readonly folders: Set<string>;
  /** Uploaded paths by the paths under which they are stored, if the file system can't hold their names. */
  readonly real: Map<string, string>;
  bytes: number;
  isTaken: boolean;
  writing: number;
  timer: NodeJS.Timeout | null;
}

/** Maximum number of stages. A user needs one at a time; more indicate a faulty page. */
const maxStages = 4;
const hourMs = 3_600_000;

/** Opens the folder for uploads and empties it, since earlier uploads are useless. */
export async function openStaging(options: StagingOptions): Promise<Staging> {
  const { dir, limits = defaultLimits, keptMs = hourMs } = options;
  const stages = new Map<string, Stage>();
  await rm(dir, { recursive: true, force: true });

  function begin(name: string): Stage | null {
    const known = stages.get(name);
    if (known !== undefined) return known;
    const idle = [...stages].find(([, { isTaken, writing }]) => !isTaken && writing === 0);
    // Abandoned stages are removed to make room.
    if (stages.size >= maxStages && idle !== undefined) void remove(idle[0]);
    if (stages.size >= maxStages) return null;
    const stage: Stage = {
      names: new Set(),
      folders: new Set(),
      real: new Map(),
      bytes: 0,
      isTaken: false,
      writing: 0,
      timer: null,
    };
    stages.set(name, stage);
    return stage;
  }

  /** Restarts the expiry timer of a stage. */
  function keep(name: string, stage: Stage): void {
    if (stage.timer !== null) clearTimeout(stage.timer);
    stage.timer = setTimeout(() => {
      if (!stage.isTaken && stage.writing === 0) void remove(name);
    }, keptMs);
    stage.timer.unref();
  }

  async function remove(name: string): Promise<void> {
    const stage = stages.get(name);
    if (stage === undefined) return;
    stage.isTaken = true;
    if (stage.timer !== null) clearTimeout(stage.timer);
    stages.delete(name);
    await rm(join(dir, name), { recursive: true, force: true });
  }

  return {
    tempParent: dir,
    async put({ stage: name, path, modifiedMs }, body) {
      const parts = stagedParts(path);
      if (!stageName.test(name)) return err(notFound());
      if (parts === null) return err(invalidField("path", "is no plain path within a folder"));
      const stage = begin(name);
      if (stage === null) return err(appError("RESOURCE_EXHAUSTED", "too much is sent at once"));
      if (stage.isTaken) return err(appError("FAILED_PRECONDITION", "it is being read already"));
      // Some file systems treat these names as equal and would overwrite one by the other.
      const known = parts.join("/").normalize("NFC").toLowerCase();
      const around = foldersOf(known);
      const isFileToo = around.some((folder) => stage.names.has(folder));
      if (stage.names.has(known) || stage.folders.has(known) || isFileToo) {
        return err(appError("ALREADY_EXISTS", `${parts.join("/")} was sent already`));
      }
      if (stage.names.size >= limits.entries) {
        return err(appError("TOO_LARGE", `it holds more than ${limits.entries} files`));
      }
      stage.names.add(known);
      for (const folder of around) stage.folders.add(folder);
      stage.writing += 1;
      const stored = parts.map((part) => storedName(part));
      const file = join(dir, name, "notes", ...stored);
      if (stored.join("/") !== parts.join("/")) stage.real.set(stored.join("/"), parts.join("/"));
      let isWhole = false;
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        const isWithin = await write(file, body, stage, limits.totalBytes);
        if (!isWithin) {
          return err(appError("TOO_LARGE", `it is larger than ${limits.totalBytes} bytes`));
        }
        // The disk may not support this time; then it is skipped.
        if (modifiedMs !== null) {
          await utimes(file, modifiedMs / 1000, modifiedMs / 1000).catch(() => undefined);
        }
        isWhole = true;
        return ok(null);
      } finally {
        stage.writing -= 1;
        if (!isWhole) stage.names.delete(known);
        if (stages.get(name) === stage) keep(name, stage);
        // The stage was removed while this file was being written.
        else await rm(join(dir, name), { recursive: true, force: true });
      }
    },
    async take(name) {
      const stage = stages.get(name);
      if (stage === undefined || stage.writing > 0 || stage.names.size === 0) return null;
      stage.isTaken = true;
      const folder = join(dir, name, "notes");
      const top = await readdir(folder);
      const [only] = top;
      if (top.length !== 1 || only === undefined) {
        return { path: folder, names: { top: "notes", paths: stage.real } };
      }
      return { path: join(folder, only), names: namesWithin(only, stage.real) };
    },
    remove,
    async [Symbol.asyncDispose]() {
      for (const { timer } of stages.values()) if (timer !== null) clearTimeout(timer);
      stages.clear();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Returns the names of the only top-level entry of a stage, and of the files in it. */
function namesWithin(only: string, real: ReadonlyMap<string, string>): RealNames {
  const paths = [...real].map(([stored, path]) => [stored.split("/"), path.split("/")] as const);
  const top = paths.map(([, [name]]) => name).find((name) => name !== undefined) ?? only;
  return {
    top,
    paths: new Map(
      paths.map(([stored, path]) => [stored.slice(1).join("/"), path.slice(1).join("/")]),
    ),
  };
}

/** Returns the parent folders: `a/b/c` is in `a` and `a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_part, at) => parts.slice(0, at + 1).join("/"));
}

/** Writes a file; false if it exceeds the limit. Then, or after an error, the file is removed. */
async function write(
  file: string,
  body: AsyncIterable<Uint8Array>,
  stage: Stage,
  maxBytes: number,
): Promise<boolean> {
  // An existing file is kept: some file systems treat two different names as equal.
  const out = await open(file, "wx", 0o600);
  let isWhole = false;
  try {
    isWhole = await writeInto(out, body, stage, maxBytes);
    return isWhole;
  } finally {
    await out.close();
    if (!isWhole) await rm(file, { force: true });
  }
}

async function writeInto(
  out: FileHandle,
  body: AsyncIterable<Uint8Array>,
  stage: Stage,
  maxBytes: number,
): Promise<boolean> {
  let own = 0;
  try {
    for await (const chunk of body) {
      own += chunk.length;
      stage.bytes += chunk.length;
      if (stage.bytes > maxBytes || stage.isTaken) {
        stage.bytes -= own;
        return false;
      }
      for (let done = 0; done < chunk.length;) {
        done += (await out.write(chunk, done)).bytesWritten;
      }
    }
    return true;
  } catch (error) {
    stage.bytes -= own;
    throw error;
  }
}
