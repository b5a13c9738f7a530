import { crc32, deflateSync } from "node:zlib";

/** A picture of sea below sky as a PNG file: `hue` from 0 to 1 says what the hour is. */
export function seaPicture(width: number, height: number, hue: number): Buffer<ArrayBuffer> {
  const rows = Buffer.alloc(height * (1 + width * 3));
  const horizon = height * 0.42;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isSky = y < horizon;
      const depth = isSky ? y / horizon : (y - horizon) / (height - horizon);
      const wave = isSky ? 0 : Math.sin(x / (6 + depth * 40) + y / 3) * 10 * depth;
      const light = isSky ? 150 + depth * 80 : 150 - depth * 90 + wave;
      const at = y * (1 + width * 3) + 1 + x * 3;
      rows[at] = clamp(light * (0.7 + hue * 0.4));
      rows[at + 1] = clamp(light * (0.95 - hue * 0.15));
      rows[at + 2] = clamp(light * (1.05 - hue * 0.3));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const rate = 8000;

/** So many seconds of a swell as a WAV file of 8 kHz and 8 bits. */
export function swell(seconds: number): Buffer<ArrayBuffer> {
  const samples = Buffer.alloc(seconds * rate);
  for (let at = 0; at < samples.length; at += 1) {
    const loudness = Math.sin((at / rate) * 1.7) ** 2;
    samples[at] = 128 + Math.round(90 * loudness * Math.sin((at / rate) * 2 * Math.PI * 110));
  }
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
