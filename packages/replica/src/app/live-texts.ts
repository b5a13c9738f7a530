import { type AppError, ok, type Result } from "@tidemark/core";
import type { AbortSignalLike, TextChange, TextEdit, TextWatch } from "@tidemark/core/router";
import { fromBase64, KnownText, toBase64 } from "@tidemark/core/text";
import type { ChangeHub } from "../changes/change-hub.ts";

interface Watcher {
  readonly id: string;
  readonly session: number | undefined;
  gen: number;
  known: KnownText;
}

export interface LiveTexts {
  push(edit: TextEdit): Promise<Result<null, AppError>>;
  watch(watch: TextWatch, signal: AbortSignalLike | undefined): AsyncGenerator<TextChange>;
}

const nothing = Uint8Array.of(0);

/**
 * Updates the documents that editors have open. Each editor receives only the updates that it lacks. An edit
 * names its session, which already has it.
 */
export function createLiveTexts(deps: {
  readonly changes: ChangeHub;
  /** Returns the document of a readable memo as a Yjs update; null if there is none. */
  readonly read: (id: string) => Promise<{ gen: number; state: Uint8Array } | null>;
  readonly edit: (edit: {
    id: string;
    gen: number;
    update: Uint8Array;
  }) => Promise<Result<unknown, AppError>>;
}): LiveTexts {
  const watchers = new Set<Watcher>();

  return {
    async push({ id, gen, update: encoded, session }) {
      const update = fromBase64(encoded);
      // The session already has its own edit, even if the edit is rejected. Recorded before the commit: the
      // notification may arrive earlier than this call returns.
      for (const each of session === undefined ? [] : watchers) {
        const isItself = each.id === id && each.session === session && each.gen === gen;
        if (isItself) each.known.add(update);
      }
      const edited = await deps.edit({ id, gen, update });
      return edited.ok ? ok(null) : edited;
    },
    async *watch({ id, session, since }, signal) {
      const vector = since === undefined ? nothing : fromBase64(since.vector);
      const watcher: Watcher = {
        id,
        session,
        gen: since?.gen ?? 0,
        known: new KnownText(vector),
      };
      watchers.add(watcher);
      try {
        for await (const change of deps.changes.watch(signal)) {
          if (change.memos !== null && !change.memos.includes(id)) continue;
          const document = await deps.read(id);
          if (document === null) continue;
          const { gen, state } = document;
          if (gen !== watcher.gen) {
            watcher.gen = gen;
            watcher.known = new KnownText(nothing);
          }
          const missing = watcher.known.takeMissing(state);
          if (missing !== null) yield { gen, state: toBase64(missing) };
        }
      } finally {
        watchers.delete(watcher);
      }
    },
  };
}
