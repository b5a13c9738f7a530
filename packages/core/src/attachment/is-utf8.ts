/** As much of a text as is looked at: whole notes and tables, and the beginning of what is longer. */
const lookedAtBytes = 1024 * 1024;

/** Content of which a beginning can be read. */
interface Readable {
  readonly sizeBytes: number;
  open(range: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>;
}

/** Whether content is valid UTF-8, told by its first MiB. Content without a byte is. */
export async function isUtf8({ sizeBytes, open }: Readable): Promise<boolean> {
  if (sizeBytes === 0) return true;
  const end = Math.min(sizeBytes, lookedAtBytes);
  const bytes = await open({ start: 0, end });
  if (bytes === null) return false;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const part of bytes) decoder.decode(part, { stream: true });
    // A character may go on behind what was looked at, but not behind the end.
    if (end === sizeBytes) decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
