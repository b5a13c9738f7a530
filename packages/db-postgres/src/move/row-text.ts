/** A row as it is sent and digested: JSON with its columns in order, bytes as `\x…`. */
export interface RowText {
  readonly json: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Number of U+0000 in the row, which were replaced by U+FFFD. */
  readonly nuls: number;
}

/** Converts a row of either driver, with texts, numbers, bytes and nulls. */
export function rowText(row: Readonly<Record<string, unknown>>): RowText {
  let nuls = 0;
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "string" && value.includes("\0")) {
      const parts = value.split("\0");
      nuls += parts.length - 1;
      values[name] = parts.join("\uFFFD");
    } else {
      values[name] = value instanceof Uint8Array ? `\\x${hexOf(value)}` : value;
    }
  }
  return { json: JSON.stringify(values), values, nuls };
}

function hexOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("hex");
}
