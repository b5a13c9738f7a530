import { decodeAs } from "../../src/encodings/candidates.ts";

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Returns the bytes of each character of an encoding, by decoding all of its bytes and pairs of bytes. */
function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(label);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]): void => {
    const text = decodeAs(label, Uint8Array.from(bytes));
    const isOne = [...text].length === 1 && text !== "\uFFFD";
    if (isOne && !table.has(text)) table.set(text, bytes);
  };
  for (let lead = 0; lead < 256; lead += 1) add([lead]);
  const isWide = /^(?:gb|big5|shift|euc)/.test(label);
  for (let lead = 0x81; isWide && lead < 255; lead += 1) {
    for (let trail = 0x40; trail < 255; trail += 1) add([lead, trail]);
  }
  tables.set(label, table);
  return table;
}

/** Encodes a text as another program would. Throws if the encoding lacks a character. */
export function encoded(label: string, text: string): Buffer {
  const table = tableOf(label);
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character);
      if (bytes === undefined) throw new Error(`${label} has no ${character}`);
      return bytes;
    }),
  );
}
