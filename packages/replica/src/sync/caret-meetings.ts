import type { Caret, CaretEditor, CaretMove, OtherEditor } from "@tidemark/core/carets";
import { inBackground } from "../platform/background.ts";

/** Minimum delay before a broken stream is reopened; at most twice that. */
const againMs = 10_000;

/** Server API by which editors of the account's devices see each other's carets. */
export interface CaretServer {
  /**
   * Subscribes to the other editors. `onEnded` is called when the stream ends; `isRefused` if a retry would
   * fail too.
   */
  watchCarets(
    editor: CaretEditor,
    handlers: {
      onOthers: (others: readonly OtherEditor[]) => void;
      onEnded: (isRefused: boolean) => void;
    },
  ): () => void;
  moveCaret(move: CaretMove): Promise<void>;
}

/** An editor of this device and the editors on other devices. */
export interface Meeting {
  others(): readonly OtherEditor[];
  /** Sends the caret if another editor is there. */
  show(caret: Caret | null): void;
  leave(): void;
}

/**
 * Connects this device's editors to other devices' editors of the same memo, through the server. Without a
 * server, or if the user doesn't share carets, they see no others and nothing is sent (V4).
 */
export class CaretMeetings {
  #server: CaretServer | null = null;
  #isOn = true;
  readonly #open = new Set<OpenMeeting>();
  readonly #random: () => number;

  constructor({ random }: { readonly random: () => number }) {
    this.#random = random;
  }

  /** True if carets are shared, which includes other windows of this device. */
  get isOn(): boolean {
    return this.#isOn;
  }

  setOn(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.#join();
    for (const each of this.#open) each.onOthers();
  }

  /** Sets the reachable server; null for none. */
  use(server: CaretServer | null): void {
    if (server === this.#server) return;
    this.#server = server;
    this.#join();
  }

  meet(editor: CaretEditor, onOthers: () => void): Meeting {
    const meeting = new OpenMeeting(editor, onOthers, this.#random);
    this.#open.add(meeting);
    meeting.join(this.#isOn ? this.#server : null);
    return {
      others: () => meeting.others,
      show: (caret) => meeting.show(caret),
      leave: () => {
        this.#open.delete(meeting);
        meeting.join(null);
      },
    };
  }

  #join(): void {
    for (const each of this.#open) each.join(this.#isOn ? this.#server : null);
  }
}

class OpenMeeting {
  readonly onOthers: () => void;
  readonly #editor: CaretEditor;
  readonly #random: () => number;
  #server: CaretServer | null = null;
  #others: readonly OtherEditor[] = [];
  #caret: Caret | null = null;
  #endStream: () => void = () => {};
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  #isSending = false;

  constructor(editor: CaretEditor, onOthers: () => void, random: () => number) {
    this.#editor = editor;
    this.onOthers = onOthers;
    this.#random = random;
  }

  get others(): readonly OtherEditor[] {
    return this.#others;
  }

  join(server: CaretServer | null): void {
    clearTimeout(this.#retry);
    const endBefore = this.#endStream;
    this.#endStream = () => {};
    this.#server = server;
    endBefore();
    this.#met([]);
    if (server !== null) this.#watch(server);
  }

  show(caret: Caret | null): void {
    this.#caret = caret;
    this.#isDue = true;
    void this.#send();
  }

  #watch(server: CaretServer): void {
    let isOver = false;
    const end = server.watchCarets(this.#editor, {
      onOthers: (others) => {
        if (!isOver) this.#met(others);
      },
      onEnded: (isRefused) => {
        if (isOver) return;
        isOver = true;
        this.#met([]);
        if (isRefused) return;
        const waitMs = againMs * (1 + this.#random());
        this.#retry = inBackground(setTimeout(() => this.#watch(server), waitMs));
      },
    });
    this.#endStream = () => {
      isOver = true;
      end();
    };
  }

  #met(others: readonly OtherEditor[]): void {
    const wasAlone = this.#others.length === 0;
    if (wasAlone && others.length === 0) return;
    this.#others = others;
    // The first other editor hasn't received this caret yet.
    if (wasAlone && this.#caret !== null) this.show(this.#caret);
    this.onOthers();
  }

  /** Sends one move at a time; the next one has the latest caret. */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#isDue && this.#server !== null && this.#others.length > 0) {
      this.#isDue = false;
      // A lost move is corrected by the next one, or when the caret is renewed.
      await this.#server.moveCaret({ ...this.#editor, caret: this.#caret }).catch(() => {});
    }
    this.#isSending = false;
  }
}
