import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readNotebook } from "../../../../scripts/notebook-lines.ts";

export interface Note {
  readonly createdMs: number;
  readonly content: string;
}

/** Real notes beside the repository, or where somebody says. */
const folder =
  process.env["TIDEMARK_SAMPLES"] ?? resolve(import.meta.dirname, "../../../../../shared/data");

/** The real ones where they are, else some that are made up of the same words. */
export async function readNotes(): Promise<readonly Note[]> {
  const file = resolve(folder, "notebook.jsonl");
  if (!existsSync(file)) return madeUpNotes;
  const notes: Note[] = [];
  for await (const line of readNotebook(file)) {
    if (!line.ok) throw new Error(`line ${line.line}: ${line.problem}`);
    const { createTime, content } = line.note;
    notes.push({ createdMs: Date.parse(createTime), content });
  }
  return notes;
}

const words = "git log array postgres index hash the of Rails `select * from` query Ünïcode 100%";

const madeUpNotes: readonly Note[] = Array.from({ length: 600 }, (_, n) => {
  const each = words.split(" ");
  const text = Array.from({ length: 30 }, (_unused, at) => each[(n * 7 + at * at) % each.length]);
  return {
    createdMs: Date.UTC(2015, 0, 1) + n * 5_000_000,
    content: `# Note ${n}\n\n${text.join(" ")}\n\n#til #topic${n % 9}`,
  };
});
