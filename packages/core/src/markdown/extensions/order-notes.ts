import type { Token } from "markdown-it";
import { noteOf } from "./footnote-rules.ts";

/** A note as it is shown: after the text, with its number. */
export interface ShownNote {
  readonly references: number;
  readonly tokens: readonly Token[];
}

/** Target of a reference: the number of its note, and its position among that note's references. */
export interface Reference {
  readonly number: number;
  readonly place: number;
}

/** A text without its notes, the notes by number from 1, and the targets of its references. */
export interface OrderedNotes {
  readonly text: readonly Token[];
  readonly notes: readonly ShownNote[];
  readonly references: ReadonlyMap<Token, Reference>;
}

/**
 * Extracts the notes from a text's tokens. Numbers them by their first reference. Unreferenced notes come
 * last and are still shown. Rule M22b.
 */
export function orderNotes(tokens: readonly Token[]): OrderedNotes {
  const { text, notes } = extractNotes(tokens);
  const order = new NoteOrder(notes);
  order.refer(text);
  for (const note of notes) order.list(note);
  return { text, notes: order.shown, references: order.references };
}

interface Note {
  readonly label: string;
  readonly tokens: Token[];
}

function extractNotes(tokens: readonly Token[]): {
  readonly text: readonly Token[];
  readonly notes: readonly Note[];
} {
  const text: Token[] = [];
  const notes: Note[] = [];
  let into = text;
  for (const token of tokens) {
    if (token.type === "footnote_open") {
      into = [];
      notes.push({ label: noteOf(token), tokens: into });
    } else if (token.type === "footnote_close") into = text;
    else into.push(token);
  }
  return { text, notes };
}

class NoteOrder {
  readonly references = new Map<Token, Reference>();
  readonly shown: { references: number; readonly tokens: readonly Token[] }[] = [];
  readonly #numbers = new Map<Note, number>();
  readonly #byLabel: ReadonlyMap<string, Note>;
  #read = 0;

  constructor(notes: readonly Note[]) {
    // If two notes share a label, the first one wins.
    this.#byLabel = new Map(notes.toReversed().map((note) => [note.label, note]));
  }

  /** Numbers the notes referenced in the tokens, and the notes referenced in those notes. */
  refer(tokens: readonly Token[]): void {
    this.#number(tokens);
    for (; this.#read < this.shown.length; this.#read++) {
      this.#number(this.shown[this.#read]!.tokens);
    }
  }

  list(note: Note): void {
    this.#numberOf(note);
    this.refer([]);
  }

  #number(tokens: readonly Token[]): void {
    for (const { children } of tokens) {
      for (const child of children ?? []) {
        if (child.type !== "footnote_ref") continue;
        const number = this.#numberOf(this.#byLabel.get(noteOf(child))!);
        const place = ++this.shown[number - 1]!.references;
        this.references.set(child, { number, place });
      }
    }
  }

  #numberOf(note: Note): number {
    const known = this.#numbers.get(note);
    if (known !== undefined) return known;
    this.shown.push({ references: 0, tokens: note.tokens });
    this.#numbers.set(note, this.shown.length);
    return this.shown.length;
  }
}
