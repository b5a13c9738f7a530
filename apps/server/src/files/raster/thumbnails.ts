import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, writeFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { AttachmentRecord } from "@tidemark/core/model";
import { type BlobStore, hasThumbnail } from "@tidemark/core/attachment";
import { diskFullError } from "../../disk/disk-space.ts";
import { type RasterProcess, shrinking } from "./raster-process.ts";

const longestSide = 600;
const madePattern = /^([0-9a-f]{64})-\d+\.webp$/;

/** Open thumbnail; the caller must read it to its end or close it. */
export interface Thumbnail {
  readonly file: FileHandle;
  readonly sizeBytes: number;
}

/** Thumbnails of pictures, created on first use and cached by the content's hash. */
export interface Thumbnails {
  /**
   * Returns a WebP. Returns null if there is nothing to shrink, the picture can't be read, or it can't be
   * created now.
   */
  find(attachment: AttachmentRecord): Promise<Thumbnail | null>;
  /** Yields the hashes of content that has cached thumbnails, in batches. */
  kept(): AsyncIterable<readonly string[]>;
  /** Deletes the thumbnails of content that no longer exists. */
  drop(hashes: readonly string[]): Promise<void>;
}

/** Creates the cache in `folder`, whose files can all be regenerated. */
export function createThumbnails(
  folder: string,
  blobs: BlobStore,
  raster: Pick<RasterProcess, "shrink"> = shrinking,
): Thumbnails {
  const pathOf = (sha256: string): string =>
    join(folder, sha256.slice(0, 2), `${sha256}-${longestSide}.webp`);
  const inWork = new Map<string, Promise<boolean>>();

  async function make(sha256: string): Promise<boolean> {
    const image = await raster.shrink(() => blobs.open(sha256), longestSide);
    if (image === "busy") return false;
    const path = pathOf(sha256);
    const partial = `${path}.${randomUUID()}`;
    // An empty file marks a picture that can't be read.
    try {
      await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
      await writeFile(partial, image ?? new Uint8Array(), { mode: 0o600 });
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      if (diskFullError(error) === null) throw error;
      // The caller falls back to the full picture.
      return false;
    }
    return true;
  }

  return {
    async find({ sha256, type }) {
      if (sha256 === null || !hasThumbnail(type)) return null;
      const there = await openThumbnail(pathOf(sha256));
      if (there !== "missing") return there;
      const working = inWork.get(sha256) ?? make(sha256);
      inWork.set(sha256, working);
      try {
        if (!(await working)) return null;
      } finally {
        inWork.delete(sha256);
      }
      const made = await openThumbnail(pathOf(sha256));
      return made === "missing" ? null : made;
    },
    async *kept() {
      for (const shard of await namesIn(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shard)) continue;
        const names = await namesIn(join(folder, shard));
        yield names.flatMap((name) => madePattern.exec(name)?.[1] ?? []);
      }
    },
    async drop(hashes) {
      for (const sha256 of hashes) await rm(pathOf(sha256), { force: true });
    },
  };
}

/** Returns the names in a folder; none if it doesn't exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

async function openThumbnail(path: string): Promise<Thumbnail | null | "missing"> {
  let file;
  try {
    file = await open(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "missing";
    throw error;
  }
  const { size } = await file.stat();
  if (size > 0) return { file, sizeBytes: size };
  await file.close();
  return null;
}
