import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { SourceRefused, type SourceTree } from "../archive/source-tree.ts";
import { headFieldsToJson, memoHeadSchema, type MemoHeadFields } from "./memo-file.ts";

/** The memos of an export in JSON: an array, each memo a line. */
export const memosJsonName = "memos.json";

/** A memo of an export as JSON: what it is, its tags, and its text as it stands in the app. */
const memoSchema = memoHeadSchema.extend({ content: z.string() });

export interface JsonMemo {
  readonly head: MemoHeadFields;
  readonly content: string;
}

/** One memo on one line; `tags` repeats what the text has, for whoever does not read Markdown. */
export function writeJsonMemo(
  { head, content }: JsonMemo,
  { tags, title }: { readonly tags: readonly string[]; readonly title: string },
): string {
  return JSON.stringify({ ...headFieldsToJson(head), title, tags, content });
}

/** An array of memos, piece by piece: nobody holds it whole. */
export async function* writeJsonMemos(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let before = "[\n";
  for await (const line of lines) {
    yield Buffer.from(before + line, "utf8");
    before = ",\n";
  }
  yield Buffer.from(before === "[\n" ? "[]\n" : "\n]\n", "utf8");
}

/** More than a memo may have, several times over, since its characters may be written as six. */
const maxLineBytes = 16 * 1024 * 1024;

/**
 * The memos of such a file, or in words why a line is none. Throws `SourceRefused` for an array that
 * another program wrote over other lines: it would have to be held whole.
 */
export async function* readJsonMemos(
  tree: Pick<SourceTree, "open">,
): AsyncGenerator<JsonMemo | string> {
  let isFirst = true;
  for await (const line of linesOf(tree)) {
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

async function* linesOf(tree: Pick<SourceTree, "open">): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // A line that comes in many parts is put together once.
  let parts: string[] = [];
  let length = 0;
  for await (const bytes of tree.open(memosJsonName)) {
    const [end = "", ...lines] = decoder.decode(bytes, { stream: true }).split("\n");
    parts.push(end);
    length += end.length;
    for (const line of lines) {
      yield parts.join("");
      parts = [line];
      ({ length } = line);
    }
    if (length > maxLineBytes) throw notByLine();
  }
  yield parts.join("") + decoder.decode();
}

function notByLine(): SourceRefused {
  return new SourceRefused("broken", `${memosJsonName} has not a memo on each line`);
}
