import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { mkdir, open, readdir, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isSystemName } from "@tidemark/db/node";
import type { NewPiece, UploadPieces } from "./upload-pieces.ts";

/** Opens a store of pieces in a folder that all processes share: `<upload>/<name>`. */
export async function openFolderPieces(folder: string): Promise<UploadPieces> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (upload: string, name: string): string => join(folder, upload, name);
  return {
    async begin(upload) {
      const name = randomUUID();
      for (let tries = 3; ; tries -= 1) {
        await mkdir(join(folder, upload), { recursive: true, mode: 0o700 });
        try {
          return await writePiece(name, fileOf(upload, name), async () => {});
        } catch (error) {
          // Another process has just removed the upload's last piece and its folder.
          if (!isMissing(error) || tries === 0) throw error;
        }
      }
    },
    async open(upload, name) {
      try {
        const handle = await open(fileOf(upload, name), "r");
        return handle.createReadStream() as AsyncIterable<Buffer>;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(upload, name) {
      await rm(fileOf(upload, name), { force: true });
      // Fails if there is another piece. `begin` creates the folder again if its piece comes just after.
      await rmdir(join(folder, upload)).catch(() => undefined);
    },
    async *list() {
      const entries = await readdir(folder, { withFileTypes: true });
      for (const upload of entries.filter(isUpload)) {
        for (const name of await namesIn(join(folder, upload.name))) {
          const writtenMs = await writtenAt(fileOf(upload.name, name));
          if (writtenMs !== null) yield { upload: upload.name, name, writtenMs };
        }
      }
    },
  };
}

/** Creates a piece with its own file. `keep` is called once it is synced to disk. */
export async function writePiece(
  name: string,
  file: string,
  keep: () => Promise<void>,
): Promise<NewPiece> {
  await using resources = new AsyncDisposableStack();
  const handle = await open(file, "wx", 0o600);
  let isKept = false;
  resources.defer(async () => {
    if (!isKept) await rm(file, { force: true });
  });
  resources.defer(() => handle.close());
  let sizeBytes = 0;
  const held = resources.move();
  return {
    name,
    get sizeBytes() {
      return sizeBytes;
    },
    async add(bytes) {
      await handle.appendFile(bytes);
      sizeBytes += bytes.length;
    },
    async keep() {
      await handle.sync();
      await keep();
      isKept = true;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Storage boxes create system folders next to them. */
function isUpload(entry: Dirent): boolean {
  return entry.isDirectory() && !isSystemName(entry.name);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function writtenAt(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
