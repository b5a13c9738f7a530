import { pngFile } from "./png-file.ts";

/** Returns a PNG image of sea below sky. `hue` from 0 to 1 sets the time of day. */
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
  return pngFile(width, height, rows);
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

const rate = 8000;

/** Returns a WAV file that sounds like a swell, at 8 kHz and 8 bits. */
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
