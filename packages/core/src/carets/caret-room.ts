import type { After } from "../concurrency/after.ts";
import { type Caret, caretLifeMs, type OtherEditor } from "./caret.ts";

export interface CaretRoomDeps {
  readonly nowMs: () => number;
  readonly after: After;
}

/** Identity of an editor. The owner isn't shown; owner and session identify the editor that moves. */
export interface Entrant {
  readonly owner: string;
  readonly session: number;
  readonly device: string | null;
}

export interface Seat {
  /** Returns the other editors of the memo, in the order in which they entered. */
  others(): readonly OtherEditor[];
  /** Removes the editor, so that others no longer see its caret. Idempotent. */
  leave(): void;
}

/** Result of a move. `absent`: the editor isn't in the room. `too-often`: it must wait. */
export type Moved = "moved" | "absent" | "too-often";

interface Editor extends Entrant {
  caret: Caret | null;
  readonly onOthers: () => void;
  stopExpiry: () => void;
  /** Number of moves allowed as of `atMs`. */
  moves: { left: number; atMs: number };
}

/** Maximum size of a burst, and number of moves per second after it. */
const movesAtOnce = 12;
const movesPerSecond = 6;

/**
 * Room in which editors of the same memo see each other's carets: on a server, the devices of one account; on
 * a device, its windows. Stores one caret per editor, only in memory. Removes an editor's caret when it
 * leaves or doesn't renew it (V2a, V2b).
 */
export class CaretRoom {
  readonly #deps: CaretRoomDeps;
  /** Editors by memo, then by owner and session. */
  readonly #memos = new Map<string, Map<string, Editor>>();

  constructor(deps: CaretRoomDeps) {
    this.#deps = deps;
  }

  /** Returns the number of memos that are open in an editor. */
  get size(): number {
    return this.#memos.size;
  }

  /**
   * Adds an editor, or replaces the one with the same owner and session. Calls `onOthers` whenever the result
   * of `others` changes.
   */
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

  /** Moves an editor's caret; null hides it. An unchanged caret is renewed. */
  move(memo: string, who: Pick<Entrant, "owner" | "session">, caret: Caret | null): Moved {
    const editors = this.#memos.get(memo);
    const editor = editors?.get(keyOf(who));
    if (editors === undefined || editor === undefined) return "absent";
    if (!this.#mayMove(editor)) return "too-often";
    this.#show(editors, editor, caret);
    return "moved";
  }

  /** Moves a caret like `move`, but without the limit, which another process has applied. */
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
