import type { After } from "../concurrency/after.ts";
import { type Caret, caretLifeMs, type OtherEditor } from "./caret.ts";

export interface CaretRoomDeps {
  readonly nowMs: () => number;
  readonly after: After;
}

/** Who an editor is to others. Its owner is not shown: with the session it says which one moves. */
export interface Entrant {
  readonly owner: string;
  readonly session: number;
  readonly device: string | null;
}

export interface Seat {
  /** The other editors of the memo, in the order in which they came. */
  others(): readonly OtherEditor[];
  /** Its caret is gone from the others at once. A second time it does nothing. */
  leave(): void;
}

/** `absent`: such an editor has not come, or has left. `too-often`: it has to wait. */
export type Moved = "moved" | "absent" | "too-often";

interface Editor extends Entrant {
  caret: Caret | null;
  readonly onOthers: () => void;
  stopExpiry: () => void;
  /** Moves that it may make now, and as of when. */
  moves: { left: number; atMs: number };
}

/** A burst, and how many a second from then on. */
const movesAtOnce = 12;
const movesPerSecond = 6;

/**
 * Where editors that have the same memo open see each other's carets: on a server those of one
 * account's devices, on a device those of its windows. Everything is in memory, one caret an editor,
 * and is gone with whoever left or was not heard of (V2).
 */
export class CaretRoom {
  readonly #deps: CaretRoomDeps;
  /** By memo, then by owner and session. */
  readonly #memos = new Map<string, Map<string, Editor>>();

  constructor(deps: CaretRoomDeps) {
    this.#deps = deps;
  }

  /** How many memos are open in an editor. */
  get size(): number {
    return this.#memos.size;
  }

  /** `onOthers` is called whenever what `others` gives is another. One that comes again takes its place. */
  enter(memo: string, entrant: Entrant, onOthers: () => void): Seat {
    const key = keyOf(entrant);
    const editors = this.#memos.get(memo) ?? new Map<string, Editor>();
    editors.get(key)?.stopExpiry();
    const editor: Editor = {
      ...entrant,
      caret: null,
      onOthers,
      stopExpiry: () => {},
      moves: { left: movesAtOnce, atMs: this.#deps.nowMs() },
    };
    editors.set(key, editor);
    this.#memos.set(memo, editors);
    notifyOthers(editors, editor);
    return {
      others: () =>
        [...editors.values()]
          .filter((each) => each !== editor)
          .map(({ session, device, caret }) => ({ session, device, caret })),
      leave: () => {
        if (editors.get(key) !== editor) return;
        editor.stopExpiry();
        editors.delete(key);
        if (editors.size === 0 && this.#memos.get(memo) === editors) this.#memos.delete(memo);
        notifyOthers(editors, editor);
      },
    };
  }

  /** Shows where an editor is now; null: nowhere. The same again renews it. */
  move(memo: string, who: Pick<Entrant, "owner" | "session">, caret: Caret | null): Moved {
    const editors = this.#memos.get(memo);
    const editor = editors?.get(keyOf(who));
    if (editors === undefined || editor === undefined) return "absent";
    if (!this.#mayMove(editor)) return "too-often";
    this.#show(editors, editor, caret);
    return "moved";
  }

  /** The same for a move that was counted elsewhere. */
  show(memo: string, who: Pick<Entrant, "owner" | "session">, caret: Caret | null): void {
    const editors = this.#memos.get(memo);
    const editor = editors?.get(keyOf(who));
    if (editors !== undefined && editor !== undefined) this.#show(editors, editor, caret);
  }

  #show(editors: ReadonlyMap<string, Editor>, editor: Editor, caret: Caret | null): void {
    editor.stopExpiry();
    editor.stopExpiry = () => {};
    if (caret !== null) {
      editor.stopExpiry = this.#deps.after(caretLifeMs, () => {
        editor.caret = null;
        notifyOthers(editors, editor);
      });
    }
    if (isSame(editor.caret, caret)) return;
    editor.caret = caret;
    notifyOthers(editors, editor);
  }

  #mayMove({ moves }: Editor): boolean {
    const nowMs = this.#deps.nowMs();
    const since = ((nowMs - moves.atMs) / 1000) * movesPerSecond;
    moves.left = Math.min(movesAtOnce, moves.left + Math.max(0, since));
    moves.atMs = nowMs;
    if (moves.left < 1) return false;
    moves.left -= 1;
    return true;
  }
}

function keyOf({ owner, session }: Pick<Entrant, "owner" | "session">): string {
  return `${session} ${owner}`;
}

function notifyOthers(editors: ReadonlyMap<string, Editor>, editor: Editor): void {
  for (const each of editors.values()) if (each !== editor) each.onOthers();
}

function isSame(one: Caret | null, other: Caret | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.gen === other.gen &&
    one.anchor === other.anchor &&
    one.head === other.head &&
    one.isTyping === other.isTyping
  );
}
