import type { DeviceDatabase } from "@tidemark/core";
import type { App, DraftTurn } from "@tidemark/core/router";
import { draftKeys } from "@tidemark/core/sync/device";

/** Draft that was stored before the first save of a reading. */
interface Before {
  readonly reading: string;
  readonly content: string;
}

/** Between a draft and text that was typed before it was read. */
export const gap = "\n\n";

/** Returns the draft calls of an `App`. A host knows one reading for each key: that of the last page. */
export function hostDrafts(database: DeviceDatabase): Pick<App, "getDraft" | "setDraft"> {
  const isNext = draftTurns();
  const befores = new Map<string, Before>();
  return {
    getDraft: async (key) => (await database.read(({ meta }) => meta.get(draftKeys.at(key)))) ?? "",
    async setDraft(key, content, { turn, reading } = {}) {
      const isStored = isNext(key, turn);
      return database.write(async ({ meta }) => {
        let before = "";
        if (reading !== undefined) {
          const known = befores.get(key);
          const stored = (await meta.get(draftKeys.at(key))) ?? "";
          before = known?.reading === reading ? known.content : withoutEnd(stored, content);
          befores.set(key, { reading, content: before });
        }
        if (isStored) {
          const text = before === "" || content === "" ? before + content : before + gap + content;
          await meta.set(draftKeys.at(key), text === "" ? null : text);
        }
        return before;
      });
    },
  };
}

/** Returns a draft without the text, which another host may have stored behind it for the same reading. */
function withoutEnd(draft: string, content: string): string {
  if (draft === content) return "";
  const end = gap + content;
  return content !== "" && draft.endsWith(end) ? draft.slice(0, -end.length) : draft;
}

/**
 * Returns a function that decides whether a draft is to be stored. Requests of a page may overtake one
 * another; a draft sent before the latest one is skipped.
 */
function draftTurns(): (key: string, turn: DraftTurn | undefined) => boolean {
  const last = new Map<string, DraftTurn>();
  return (key, turn) => {
    if (turn === undefined) return true;
    const known = last.get(key);
    if (known?.page === turn.page && known.number > turn.number) return false;
    last.set(key, turn);
    return true;
  };
}
