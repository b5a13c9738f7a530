import { hasFields, readOwnJson } from "@tidemark/core";
import type { ScratchFile } from "../bytes/scratch.ts";
import { fromUtf8, toUtf8 } from "../bytes/text-bytes.ts";
import type { JsonMemo } from "./memos-json.ts";

/** Position of a memo in the file. */
export interface KeptPlace {
  readonly at: number;
  readonly bytes: number;
}

/** Memos in a temporary file with random access. */
export interface KeptMemos {
  add(memo: JsonMemo): Promise<KeptPlace>;
  at(place: KeptPlace): Promise<JsonMemo>;
}

export function keepMemosIn(file: ScratchFile): KeptMemos {
  return {
    async add(memo) {
      const written = toUtf8(JSON.stringify(memo));
      const place = { at: file.sizeBytes, bytes: written.length };
      await file.append(written);
      return place;
    },
    async at({ at, bytes }) {
      const read = await file.read(at, at + bytes);
      // `add` wrote this line, unchanged from the export.
      return readOwnJson(fromUtf8(read), isJsonMemo, "a memo of an export");
    },
  };
}

function isJsonMemo(value: unknown): value is JsonMemo {
  return hasFields(value, { head: "object", content: "string" });
}
