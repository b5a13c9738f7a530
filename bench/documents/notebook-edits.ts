import { diffText } from "@tidemark/core/text";
import type { Note } from "../../scripts/notebook-lines.ts";
import type { SeededDraw } from "../seeded-draw.ts";
import type { Change } from "./edited-document.ts";
import { editNote } from "./heavy-user.ts";

/** A memo and its editing sessions. */
export interface EditedMemo {
  readonly memo: string;
  readonly content: string;
  readonly createdMs: number;
  readonly sessions: Iterable<EditingSession>;
}

export interface EditingSession {
  readonly atMs: number;
  edit(text: string): Change[];
}

/**
 * Number of notes with one, two, three and four versions, among 526 notes of the notebook's public
 * repository (its first folders, and git, postgres, rails, vim and workflow). None has more; the notebook's
 * index has 2,037.
 */
const versionsOfNotes = [443, 69, 11, 3];
const dayMs = 86_400_000;

/** Returns each note as published in one piece, and edited later as often as the real ones were. */
export function publishedNotes(notes: readonly Note[], draw: SeededDraw): EditedMemo[] {
  return notes.map(({ file, content, createTime }) => {
    const createdMs = Date.parse(createTime);
    const sessions = Array.from({ length: laterEdits(draw) }, (_, index) => ({
      atMs: createdMs + (index * 400 + 1 + draw.below(399)) * dayMs,
      edit: (text: string) => editNote(text, draw),
    }));
    return { memo: file, content, createdMs, sessions };
  });
}

/** Returns the same, but with two thirds of each note typed in three sessions on its first day. */
export function draftedNotes(notes: readonly Note[], draw: SeededDraw): EditedMemo[] {
  return publishedNotes(notes, draw).map((note) => {
    const { content, createdMs, sessions } = note;
    const sixth = Math.ceil(content.length / 6);
    const drafts = [2, 3, 5].map((from, index) => ({
      atMs: createdMs + (index + 1) * 7_200_000,
      edit: (text: string) => {
        const to = from === 5 ? content.length : from === 2 ? 3 * sixth : 5 * sixth;
        return [{ at: text.length, remove: 0, insert: content.slice(text.length, to) }];
      },
    }));
    return { ...note, content: content.slice(0, 2 * sixth), sessions: [...drafts, ...sessions] };
  });
}

function laterEdits(draw: SeededDraw): number {
  let left = draw.below(versionsOfNotes.reduce((sum, count) => sum + count, 0));
  return versionsOfNotes.findIndex((count) => (left -= count) < 0);
}

/** Returns the notebook's index, edited with each note: a line in its section, by title, and the new count. */
export function notebookIndex(notes: readonly Note[]): EditedMemo {
  const sections = new Map<string, string[]>();
  const textOf = (): string => {
    const count = sections.values().reduce((sum, { length }) => sum + length, 0);
    const lists = [...sections.keys()]
      .toSorted()
      .map((name) => `### ${name}\n\n${sections.get(name)?.join("\n")}`);
    return `# TIL\n\n_${count} TILs, and counting..._\n\n${lists.join("\n\n")}\n`;
  };
  const content = textOf();
  const byTime = notes
    .map((note) => ({ ...note, atMs: Date.parse(note.createTime) }))
    .toSorted((a, b) => a.atMs - b.atMs);
  const sessions = byTime.map(({ file, content: text, atMs }) => ({
    atMs,
    edit(before: string): Change[] {
      const section = file.slice(0, file.indexOf("/"));
      const title = /^# (.*)$/m.exec(text)?.[1] ?? file;
      const lines = [...(sections.get(section) ?? []), `- [${title}](${file})`];
      sections.set(section, lines.toSorted());
      return diffText(before, textOf()).toReversed();
    },
  }));
  return { memo: "index", content, createdMs: (byTime[0]?.atMs ?? 0) - dayMs, sessions };
}
