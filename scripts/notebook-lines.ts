import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";

/** Schema of a note: one line of JSON. */
const noteSchema = z.object({
  /** Identifies the note within its notebook. */
  file: z.string().min(1),
  /** RFC 3339 with an offset. */
  createTime: z.iso.datetime({ offset: true }),
  content: z.string(),
});
export type Note = z.infer<typeof noteSchema>;

export type NotebookLine =
  | { readonly ok: true; readonly line: number; readonly note: Note }
  | { readonly ok: false; readonly line: number; readonly problem: string };

/** Yields every non-blank line, numbered from 1, as a note or an error. */
export async function* readNotebook(file: string): AsyncGenerator<NotebookLine> {
  const linesByFile = new Map<string, number>();
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    line += 1;
    if (text.trim() === "") continue;
    const read = parseNote(text);
    if (typeof read === "string") {
      yield { ok: false, line, problem: read };
      continue;
    }
    const earlier = linesByFile.get(read.file);
    if (earlier === undefined) {
      linesByFile.set(read.file, line);
      yield { ok: true, line, note: read };
    } else {
      yield { ok: false, line, problem: `file: line ${earlier} has the same` };
    }
  }
}

/** Returns the note, or the error of the line. */
function parseNote(text: string): Note | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "is no JSON";
  }
  const parsed = noteSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  return parsed.error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ");
}
