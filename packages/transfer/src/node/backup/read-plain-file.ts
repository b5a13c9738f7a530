import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * Reads a text file from a folder that other users may write to. Throws if it isn't a regular file (a pipe
 * would block, a device is endless) or is longer than `maxBytes`.
 */
export async function readPlainFile(path: string, maxBytes: number): Promise<string> {
  // O_NONBLOCK: opening a pipe doesn't wait for a writer.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const found = await file.stat();
  if (!found.isFile()) throw new Error(`${path} is no file`);
  if (found.size > maxBytes) throw new Error(`${path} is longer than ${maxBytes} bytes`);
  return await file.readFile("utf8");
}
