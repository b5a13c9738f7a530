import type { LateTextStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";
import { lateAfter } from "../../text-index/late-texts.ts";
import type { TextWriter } from "../../text-index/text-writer.ts";

export function createLateTextReader(db: Kysely<Tables>): Pick<LateTextStore, "isAny"> {
  return { isAny: async () => (await lateAfter(db)) !== null };
}

export function createLateTextStore(db: Kysely<Tables>, texts: TextWriter): LateTextStore {
  return {
    ...createLateTextReader(db),
    begin: async () => texts.defer(),
    index: async (characters) => texts.indexLate(characters),
  };
}
