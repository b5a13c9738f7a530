// Encodes the two kinds of protobuf fields in error details: a tag with the field's number and the
// length-delimited type, the length, and the bytes.

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

/** Encodes seven bits per byte, the lowest first; the eighth bit is set if more bytes follow. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return Buffer.from(bytes);
}
