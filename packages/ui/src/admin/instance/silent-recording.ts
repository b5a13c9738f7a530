const rate = 16_000;
const headerBytes = 44;

/** Returns half a second of silence as a WAV file in base64, to test a transcription service with. */
export function silentRecording() {
  const dataBytes = rate;
  const view = new DataView(new ArrayBuffer(headerBytes + dataBytes));
  const write = (at: number, text: string): void => {
    for (const [n, letter] of [...text].entries()) view.setUint8(at + n, letter.charCodeAt(0));
  };
  write(0, "RIFF");
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  // PCM, one channel, 16 bits.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, dataBytes, true);
  const bytes = new Uint8Array(view.buffer);
  const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return { content, filename: "silence.wav", contentType: "audio/wav" };
}
