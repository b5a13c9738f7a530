import type { RandomBytes } from "./random-bytes.ts";

/** Temporary storage for what an import unpacks. Disposing deletes it. */
export interface Scratch extends AsyncDisposable {
  /** Creates an empty file. */
  create(): Promise<ScratchFile>;
}

/** Temporary file that is written at its end and can be read at any place. */
export interface ScratchFile extends RandomBytes {
  append(bytes: Uint8Array): Promise<void>;
}

/** Opens temporary storage. */
export type OpenScratch = () => Promise<Scratch>;

/** Appends all parts to a file. */
export async function appendAll(
  file: ScratchFile,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  for await (const part of parts) await file.append(part);
}
