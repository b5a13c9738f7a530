// The two kinds of fields that the details of an error have, in protobuf's encoding: a tag that says
// which field it is and that a length follows, the length, and the bytes.

const lengthDelimited = 2;

export function stringField(number: number, text: string): Buffer {
  return field(number, Buffer.from(text));
}

export function messageField(number: number, fields: readonly Buffer[]): Buffer {
  return field(number, Buffer.concat(fields));
}

function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | lengthDelimited), varint(bytes.length), bytes]);
}

/** Seven bits to a byte, the lowest first; the eighth says that more follow. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return Buffer.from(bytes);
}
