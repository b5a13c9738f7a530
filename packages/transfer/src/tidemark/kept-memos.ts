import { open } from "node:fs/promises";
import { hasFields, readOwnJson } from "@tidemark/core";
import type { JsonMemo } from "./memos-json.ts";

/** Position of a memo in the file. */
export interface KeptPlace {
  readonly at: number;
  readonly bytes: number;
}

/** Memos in a temporary file with random access. */
export interface KeptMemos extends AsyncDisposable {
  add(memo: JsonMemo): Promise<KeptPlace>;
  at(place: KeptPlace): Promise<JsonMemo>;
}

/** Creates the file at `path`, which must not exist. */
export async function openKeptMemos(path: string): Promise<KeptMemos> {
  const file = await open(path, "wx+", 0o600);
  let end = 0;
  return {
    async add(memo) {
      const written = Buffer.from(JSON.stringify(memo), "utf8");
      const place = { at: end, bytes: written.length };
      await file.appendFile(written);
      end += written.length;
      return place;
    },
    async at({ at, bytes }) {
      const read = Buffer.alloc(bytes);
      await file.read(read, 0, bytes, at);
      // `add` wrote this line, unchanged from the export.
      return readOwnJson(read.toString("utf8"), isJsonMemo, "a memo of an export");
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

function isJsonMemo(value: unknown): value is JsonMemo {
  return hasFields(value, { head: "object", content: "string" });
}
