import { open } from "node:fs/promises";
import { err, ok, type Result } from "@tidemark/core";

/**
 * Maximum number of bytes that are read: enough for any password of 1,024 characters, and a limit if the path
 * is wrong.
 */
const maxBytes = 16 * 1024;

/**
 * Reads a file of one line, or standard input for `-`, without the line break. Returns the reason for a
 * failure, to end a sentence about the option.
 */
export async function readOneLine(path: string): Promise<Result<string, string>> {
  const text = await readText(path);
  if (!text.ok) return text;
  const line = text.value.replace(/\r?\n$/, "");
  if (line === "") return err("it is empty");
  return /[\r\n]/.test(line) ? err("it has several lines") : ok(line);
}

/** Reads the first line of a file, trimmed, and ignores the rest. Fails like `readOneLine`. */
export async function readFirstLine(path: string): Promise<Result<string, string>> {
  const text = await readText(path);
  if (!text.ok) return text;
  const [line = ""] = text.value.split(/\r?\n/, 1);
  return line.trim() === "" ? err("its first line is empty") : ok(line.trim());
}

async function readText(path: string): Promise<Result<string, string>> {
  try {
    const text = path === "-" ? await readAtMost(process.stdin) : await readFileAtMost(path);
    return text === null ? err(`more than ${maxBytes} bytes`) : ok(text);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

async function readFileAtMost(path: string): Promise<string | null> {
  await using file = await open(path);
  return await readAtMost(file.createReadStream());
}

/** Returns the text; null if it exceeds `maxBytes`. */
async function readAtMost(stream: AsyncIterable<Uint8Array | string>): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const read = Buffer.from(chunk);
    bytes += read.length;
    if (bytes > maxBytes) return null;
    chunks.push(read);
  }
  return Buffer.concat(chunks).toString("utf8");
}
