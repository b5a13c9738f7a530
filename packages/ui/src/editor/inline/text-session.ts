import * as Y from "yjs";
import type { CaretMove, OtherEditor } from "@tidemark/core/carets";
import { fromBase64, toBase64 } from "@tidemark/core/text";
import type { SavedSource } from "../kept/saved-note.tsx";
import type { CaretLine } from "../carets/other-carets.ts";
import { createAutosaver, type SavedState } from "../kept/autosaver.ts";

/** State of a memo's text document: a full Yjs update in base64, and its generation. */
export interface TextDocument {
  readonly gen: number;
  readonly state: string;
}

/** State of the document that a session has when it starts to watch; its own pushes add to it. */
export interface TextKnown {
  readonly session: number;
  /** `vector`: a Yjs state vector in base64. */
  readonly since: { readonly gen: number; readonly vector: string };
}

/** Connection of a session to the host: `text.open`, `text.push` and `text.watch` of the router. */
export interface TextTransport {
  open(): Promise<TextDocument>;
  push(edit: {
    readonly gen: number;
    readonly update: string;
    readonly session: number;
  }): Promise<void>;
  /**
   * Calls back with the updates that the session lacks whenever others changed the document, or with all of
   * it for a new generation. Returns a function that ends the watch.
   */
  watch(
    has: TextKnown,
    onChange: (change: TextDocument) => void,
    /** Called with the memo's other editors whenever they change. */
    onOthers: (others: readonly OtherEditor[]) => void,
  ): () => void;
  /**
   * Saves the whole text apart from the memo, which no longer exists. Returns false if the error of a push has
   * another reason.
   */
  saveApart(content: string, error: unknown): Promise<boolean>;
  /** Sends this session's caret to the other editors. */
  moveCaret(move: Omit<CaretMove, "memo">): void;
}

export interface TextSessionEvents {
  /** Called when another editor's edit was merged into the text. */
  onRemoteEdit(): void;
  /** Called when a new generation replaced the document: open a new session. */
  onReplaced(): void;
  /** Called when an edit could not be sent; it is kept and retried. */
  onSendFailed(error: unknown): void;
}

/** Live text of a memo while it is edited. */
export interface TextSession {
  readonly text: Y.Text;
  /** Undoes local edits only. */
  readonly undoManager: Y.UndoManager;
  /** Reports how much of the local edits is saved. */
  readonly kept: SavedSource;
  /** Generation of the document. */
  readonly gen: number;
  /** The memo's other editors. */
  readonly carets: CaretLine;
  /** Sends pending edits now. */
  flush(): Promise<void>;
  /** Sends pending edits and ends the session; returns the final text. */
  close(): Promise<string>;
}

/** Origin of updates from the host: never sent back, never undone here. */
export const remoteOrigin = "remote";

/**
 * Opens the live text of a memo. An autosaver sends local edits: merged, at most 250 ms after they were made,
 * one batch at a time and in order. Rejects if the document can't be read.
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
  const keeper = createAutosaver<Uint8Array>({
    async send(update) {
      const edit = { gen: opened.gen, update: toBase64(update), session: doc.clientID };
      try {
        await transport.push(edit);
      } catch (error) {
        if (!(await transport.saveApart(text.toString(), error))) throw error;
      }
    },
    join: (before, after) => Y.mergeUpdates([before, after]),
    onFailed(error) {
      // The host rejects edits of an older generation; they stay in that editor's history.
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
