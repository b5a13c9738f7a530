import { join } from "node:path";
import { openFolderBlobStore } from "@tidemark/db";
import type { Files } from "./file-reply.ts";
import { createThumbnails } from "./thumbnails.ts";

/** The files of a server, in its data folder. */
export async function openFiles(
  dataFolder: string,
  options: { readonly nowMs?: () => number } = {},
): Promise<Files> {
  const blobs = await openFolderBlobStore(join(dataFolder, "blobs"), options);
  return { blobs, thumbnails: createThumbnails(join(dataFolder, "thumbnails"), blobs) };
}
