import { type Microphone, type RecordingProblem, RecordingRefusal } from "./recording.ts";

/**
 * Types by preference: first those that all browsers and most services play, and that contain their length. A
 * recorded WebM doesn't contain it.
 */
const types = [
  "audio/mp4;codecs=mp4a.40.2",
  "audio/mp4",
  "audio/ogg;codecs=opus",
  "audio/webm;codecs=opus",
  "audio/webm",
];

/** Bit rate with clear speech; services accept fifty minutes of it at once. */
const bitsPerSecond = 64_000;

const refusals: Readonly<Record<string, RecordingProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "no-microphone",
  OverconstrainedError: "no-microphone",
  NotReadableError: "in-use",
  AbortError: "in-use",
};

/** Opens the microphone; the browser may ask the user for permission. Rejects with `RecordingRefusal`. */
export async function openMicrophone(): Promise<Microphone> {
  // An insecure page has no media devices, whatever the browser supports.
  if (!isSecureContext) throw new RecordingRefusal("insecure");
  const type = recordedType();
  if (type === undefined) throw new RecordingRefusal("unsupported");
  const stream = await ask();
  const listening = listen(stream);
  return {
    recorder: new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond }),
    level: () => listening?.level() ?? null,
    onGone(listener) {
      for (const track of stream.getTracks()) track.addEventListener("ended", listener);
    },
    close() {
      for (const track of stream.getTracks()) track.stop();
      listening?.close();
    },
  };
}

function recordedType(): string | undefined {
  if (typeof MediaRecorder === "undefined" || navigator.mediaDevices === undefined)
    return undefined;
  return types.find((type) => MediaRecorder.isTypeSupported(type));
}

async function ask(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : "";
    throw new RecordingRefusal(refusals[name] ?? "failed", { cause });
  }
}

/** Measures the level of a stream. Returns `null` if the browser can't; recording works all the same. */
function listen(stream: MediaStream): { level(): number; close(): void } | null {
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
    const wave = new Float32Array(analyser.fftSize);
    return {
      level() {
        analyser.getFloatTimeDomainData(wave);
        return loudness(wave);
      },
      close: () => void context.close(),
    };
  } catch {
    return null;
  }
}

/** Lower end of the scale, in dB relative to the maximum: the level of a quiet room. */
const quietDb = -60;

/** Returns the perceived loudness of a wave, 0 to 1. */
export function loudness(wave: Float32Array): number {
  let sum = 0;
  for (const sample of wave) sum += sample * sample;
  const db = 10 * Math.log10(sum / Math.max(1, wave.length));
  return Math.min(1, Math.max(0, 1 - db / quietDb));
}
