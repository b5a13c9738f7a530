import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { toUtf8 } from "../bytes/text-bytes.ts";
import { SourceRefused, type SourceTree } from "../archive/source-tree.ts";
import { decodedParts } from "../encodings/decode-text.ts";
import { headFieldsToJson, memoHeadSchema, type MemoHeadFields } from "./memo-file.ts";

/** Name of the file with all memos of a JSON export: an array with one memo per line. */
export const memosJsonName = "memos.json";

/** Memo of a JSON export, with its text as in the app. */
const memoSchema = memoHeadSchema.extend({ content: z.string() });

export interface JsonMemo {
  readonly head: MemoHeadFields;
  readonly content: string;
}

/** Returns a memo as one line; `tags` repeats the text's tags for programs that don't parse Markdown. */
export function writeJsonMemo(
  { head, content }: JsonMemo,
  { tags, title }: { readonly tags: readonly string[]; readonly title: string },
): string {
  return JSON.stringify({ ...headFieldsToJson(head), title, tags, content });
}

/** Yields an array of memos in pieces, without holding it in memory. */
export async function* writeJsonMemos(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let before = "[\n";
  for await (const line of lines) {
    yield toUtf8(before + line);
    before = ",\n";
  }
  yield toUtf8(before === "[\n" ? "[]\n" : "\n]\n");
}

/** Maximum length of a line; several times a memo's limit, because JSON may escape a character as six. */
const maxLineBytes = 16 * 1024 * 1024;

/**
 * Yields the memos of a JSON export, or the reason why a line isn't one. Throws `SourceRefused` if another
 * program reformatted the array, which would have to be held in memory.
 */
export async function* readJsonMemos(
  tree: Pick<SourceTree, "open">,
  path = memosJsonName,
): AsyncGenerator<JsonMemo | string> {
  let isFirst = true;
  for await (const line of linesOf(tree.open(path))) {
    const text = line.trim().replace(/,$/, "");
    if (isFirst && text !== "[" && text !== "[]") throw notByLine();
    isFirst = false;
    if (text === "" || text === "[" || text === "]" || text === "[]") continue;
    yield readOne(text);
  }
}

function readOne(text: string): JsonMemo | string {
  try {
    const { content, ...head } = parseJson(memoSchema, text);
    return { head, content };
  } catch (error) {
    return `it doesn't look exported: ${error instanceof Error ? error.message.slice(0, 200) : ""}`;
  }
}

/** Yields the lines of a file; another program may have converted its line ends or its encoding. */
async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Joins the parts of a long line only once.
  let parts: string[] = [];
  let length = 0;
  for await (const text of decodedParts(source)) {
    const [end = "", ...lines] = text.split(/[\r\n]/);
    parts.push(end);
    length += end.length;
    for (const line of lines) {
      yield parts.join("");
      parts = [line];
      ({ length } = line);
    }
    if (length > maxLineBytes) throw notByLine();
  }
  yield parts.join("");
}

function notByLine(): SourceRefused {
  return new SourceRefused("broken", `${memosJsonName} has not a memo on each line`);
}
