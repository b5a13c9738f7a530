import { readNotebook } from "../../../../scripts/notebook-lines.ts";
import { ownNotebook, realNotebook } from "../../../../tests/samples/notebooks.ts";

export interface Note {
  readonly createdMs: number;
  readonly content: string;
}

const copies = 10;

/** Returns our own notes and, if present, the real ones; otherwise ours repeatedly, to fill pages. */
export async function readNotes(): Promise<readonly Note[]> {
  const own = await notesOf(ownNotebook);
  if (realNotebook !== null) return [...own, ...(await notesOf(realNotebook))];
  return Array.from({ length: copies }, (_, copy) =>
    own.map((note) => ({ ...note, createdMs: note.createdMs + copy * 5_000_000 })),
  ).flat();
}

async function notesOf(file: string): Promise<Note[]> {
  const notes: Note[] = [];
  for await (const line of readNotebook(file)) {
    if (!line.ok) throw new Error(`line ${line.line}: ${line.problem}`);
    const { createTime, content } = line.note;
    notes.push({ createdMs: Date.parse(createTime), content });
  }
  return notes;
}
