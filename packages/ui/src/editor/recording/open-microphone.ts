import { type Microphone, type RecordingProblem, RecordingRefusal } from "./recording.ts";

/**
 * In this order: what every browser and most services play, and what knows its own length. A WebM
 * that is recorded does not.
 */
const types = [
  "audio/mp4;codecs=mp4a.40.2",
  "audio/mp4",
  "audio/ogg;codecs=opus",
  "audio/webm;codecs=opus",
  "audio/webm",
];

/** Speech is clear in it, and fifty minutes of it are what services take at once. */
const bitsPerSecond = 64_000;

const refusals: Readonly<Record<string, RecordingProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "no-microphone",
  OverconstrainedError: "no-microphone",
  NotReadableError: "in-use",
  AbortError: "in-use",
};

/** Asks the browser for the microphone, which asks whoever is there. Rejects with `RecordingRefusal`. */
export async function openMicrophone(): Promise<Microphone> {
  // Such a page has no devices at all, whatever the browser could do elsewhere.
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

/** Hears how loud it is. Null where the browser cannot: it records all the same. */
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

/** From 60 dB below the loudest there can be, where a quiet room is, to that. */
const quietDb = -60;

/** How loud a wave is to an ear, 0 to 1. */
export function loudness(wave: Float32Array): number {
  let sum = 0;
  for (const sample of wave) sum += sample * sample;
  const db = 10 * Math.log10(sum / Math.max(1, wave.length));
  return Math.min(1, Math.max(0, 1 - db / quietDb));
}
