import { fromBase64, toBase64 } from "@tidemark/core/text";
import * as Y from "yjs";
import type { TidemarkClient } from "../../data/client.tsx";
import { placeWords } from "./place-words.ts";

/** Ids of a recording and of its memo. */
export interface RecordingOn {
  readonly memo: string;
  readonly attachment: string;
}

/** Part of the client that writes into the live text of a memo. */
export type TextCalls = Pick<TidemarkClient, "text">;

/**
 * Inserts a recording's transcript into the text of a memo, as an edit by its user that merges with all
 * others. Returns a function that removes the transcript and nothing else. Rejects if the memo cannot be
 * written.
 */
export async function writeWords(
  { text: calls }: TextCalls,
  to: RecordingOn,
  words: string,
): Promise<() => Promise<void>> {
  const id = to.memo;
  const { gen, state } = await calls.open.query({ id });
  const document = new Y.Doc();
  Y.applyUpdate(document, fromBase64(state));
  const text = document.getText("content");
  const history = new Y.UndoManager(text);
  const push = async (change: () => void): Promise<void> => {
    const updates: Uint8Array[] = [];
    const note = (update: Uint8Array): void => void updates.push(update);
    document.on("update", note);
    change();
    document.off("update", note);
    if (updates.length === 0) return;
    await calls.push.mutate({ id, gen, update: toBase64(Y.mergeUpdates(updates)) });
  };
  await push(() => {
    const { at, insert } = placeWords(text.toString(), to.attachment, words);
    text.insert(at, insert);
  });
  return () => push(() => void history.undo());
}
