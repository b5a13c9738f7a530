import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const keyLength = 32;

/**
 * The key that seals what must be readable again, such as share links: 32 bytes in `secret.key` of
 * the data folder, beside the database and not in it, so that a copy of the database opens nothing.
 * Made when there is none. Throws when the file holds something else.
 */
export async function openSecretKey(folder: string): Promise<Uint8Array> {
  const file = join(folder, "secret.key");
  try {
    await writeFile(file, randomBytes(keyLength).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const key = Buffer.from(await readFile(file, "utf8"), "base64");
  if (key.length !== keyLength) throw new Error(`${file} does not hold a key of this server`);
  return key;
}
