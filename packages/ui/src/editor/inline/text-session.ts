import * as Y from "yjs";
import type { CaretMove, OtherEditor } from "@tidemark/core/carets";
import { fromBase64, toBase64 } from "@tidemark/core/text";
import type { SavedSource } from "../kept/saved-note.tsx";
import type { CaretLine } from "../carets/other-carets.ts";
import { createWordKeeper, type SavedState } from "../kept/word-keeper.ts";

/** The state of a memo's text document: a full Yjs update in base64, and its generation. */
export interface TextDocument {
  readonly gen: number;
  readonly state: string;
}

/** What a session has of the document as it begins to watch it; what it pushes comes to it. */
export interface TextKnown {
  readonly session: number;
  /** `vector`: a Yjs state vector in base64. */
  readonly since: { readonly gen: number; readonly vector: string };
}

/** How a session reaches the host; `text.open`, `text.push` and `text.watch` of the router. */
export interface TextTransport {
  open(): Promise<TextDocument>;
  push(edit: {
    readonly gen: number;
    readonly update: string;
    readonly session: number;
  }): Promise<void>;
  /**
   * Calls back with what the session lacks of the document whenever others changed it, of another
   * generation with all of it; returns what ends it.
   */
  watch(
    has: TextKnown,
    onChange: (change: TextDocument) => void,
    /** The other editors of the memo, whenever they are others. */
    onOthers: (others: readonly OtherEditor[]) => void,
  ): () => void;
  /** Shows them where this one's caret is. */
  moveCaret(move: Omit<CaretMove, "memo">): void;
}

export interface TextSessionEvents {
  /** An edit of somebody else was merged into the text. */
  onRemoteEdit(): void;
  /** The document was replaced by a new generation: open a new session. */
  onReplaced(): void;
  /** An edit could not be sent; it stays here and is tried again. */
  onSendFailed(error: unknown): void;
}

/** A memo's live text while somebody edits it. */
export interface TextSession {
  readonly text: Y.Text;
  /** Takes back local edits only. */
  readonly undoManager: Y.UndoManager;
  /** How much of what was typed here is in the database. */
  readonly kept: SavedSource;
  /** Generation of the document. */
  readonly gen: number;
  /** The memo's other editors. */
  readonly carets: CaretLine;
  /** Sends what waits, now. */
  flush(): Promise<void>;
  /** Sends what waits and ends the session; returns the text as it then is. */
  close(): Promise<string>;
}

/** The origin of what came from the host: never sent back, never undone here. */
export const remoteOrigin = "remote";

/**
 * Opens the live text of a memo. Local edits go through a word keeper: merged, at most 250 ms after
 * they were made, one batch at a time and in order. Rejects when the document cannot be read.
 */
export async function openTextSession(
  transport: TextTransport,
  events: TextSessionEvents,
): Promise<TextSession> {
  const opened = await transport.open();
  const doc = new Y.Doc();
  Y.applyUpdate(doc, fromBase64(opened.state), remoteOrigin);
  const text = doc.getText("content");
  const undoManager = new Y.UndoManager(text, { trackedOrigins: new Set() });

  let isClosed = false;
  let isReplaced = false;
  const watchers = new Set<(state: SavedState) => void>();
  const keeper = createWordKeeper<Uint8Array>({
    send: (update) =>
      transport.push({ gen: opened.gen, update: toBase64(update), session: doc.clientID }),
    join: (before, after) => Y.mergeUpdates([before, after]),
    onFailed(error) {
      // Nothing of an older generation is ever taken; the words stay in that editor's history.
      if (isReplaced) return false;
      events.onSendFailed(error);
      return true;
    },
    onState: (state) => watchers.forEach((watch) => watch(state)),
  });

  doc.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin !== remoteOrigin) keeper.typed(update);
  });
  text.observe((_event, transaction) => {
    if (transaction.origin === remoteOrigin && !isClosed) events.onRemoteEdit();
  });

  const vector = toBase64(Y.encodeStateVector(doc));
  const known = { session: doc.clientID, since: { gen: opened.gen, vector } };
  const onChange = (change: TextDocument): void => {
    if (isClosed || isReplaced) return;
    if (change.gen === opened.gen) {
      Y.applyUpdate(doc, fromBase64(change.state), remoteOrigin);
      return;
    }
    isReplaced = true;
    void keeper.flush().then(() => {
      if (!isClosed) events.onReplaced();
    });
  };
  let others: readonly OtherEditor[] = [];
  let onOthers: (now: readonly OtherEditor[]) => void = () => {};
  const endWatch = transport.watch(known, onChange, (now) => {
    others = now;
    onOthers(now);
  });

  return {
    text,
    undoManager,
    kept: {
      get state() {
        return keeper.state;
      },
      watch(onState) {
        watchers.add(onState);
        return () => void watchers.delete(onState);
      },
    },
    gen: opened.gen,
    carets: {
      watch(listener) {
        onOthers = listener;
        listener(others);
        return () => {
          if (onOthers === listener) onOthers = () => {};
        };
      },
      show: (caret) => transport.moveCaret({ session: doc.clientID, caret }),
    },
    flush: () => keeper.flush(),
    async close() {
      isClosed = true;
      endWatch();
      undoManager.destroy();
      await keeper.end();
      return text.toString();
    },
  };
}
