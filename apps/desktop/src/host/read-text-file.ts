import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { defaultMemoLimits } from "@tidemark/core/access";
import type { Captured } from "@tidemark/ui";

/** Reads a text file opened with the app. Returns its text, or the reason why it can't become a memo. */
export async function readTextFile(path: string): Promise<Captured> {
  const name = basename(path);
  const largest = defaultMemoLimits.contentBytes;
  try {
    const found = await stat(path);
    // Opening a pipe would wait for a writer.
    if (!found.isFile()) return { problem: "unreadable", name };
    if (found.size > largest) return { problem: "too-large", name };
    await using file = await open(path);
    // One byte over the limit, to detect files that report no size or grow while being read.
    const bytes = Buffer.alloc(largest + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length);
      length += bytesRead;
      if (length > largest) return { problem: "too-large", name };
      if (bytesRead === 0) break;
    }
    return textOf(bytes.subarray(0, length), name);
  } catch {
    return { problem: "unreadable", name };
  }
}

function textOf(bytes: Uint8Array, name: string): Captured {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\0")) return { problem: "not-text", name };
    return { text: text.replaceAll("\r\n", "\n") };
  } catch {
    return { problem: "not-text", name };
  }
}
