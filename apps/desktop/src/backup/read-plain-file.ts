import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * The text of a file in a folder that others may write to. Throws for what is no file: a pipe would be
 * waited for, and a device has no end. Throws for one that is longer than `maxBytes`.
 */
export async function readPlainFile(path: string, maxBytes: number): Promise<string> {
  // Opening a pipe does not wait for somebody to write into it.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const found = await file.stat();
  if (!found.isFile()) throw new Error(`${path} is no file`);
  if (found.size > maxBytes) throw new Error(`${path} is longer than ${maxBytes} bytes`);
  return await file.readFile("utf8");
}
