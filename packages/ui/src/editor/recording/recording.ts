/** Reason why nothing can be recorded. */
export type RecordingProblem =
  /** The page was loaded over an insecure connection: browsers refuse the microphone. */
  | "insecure"
  /** The browser can't record, or not in a type that could be played. */
  | "unsupported"
  /** The user or a setting denied it. */
  | "denied"
  | "no-microphone"
  /** Another program uses it, or the system doesn't provide it. */
  | "in-use"
  | "failed";

/** Error that `openMicrophone` rejects with. */
export class RecordingRefusal extends Error {
  readonly problem: RecordingProblem;

  constructor(problem: RecordingProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** Open microphone with its recorder. */
export interface Microphone {
  /** Recorder that isn't started yet. */
  readonly recorder: Pick<
    MediaRecorder,
    "state" | "mimeType" | "start" | "pause" | "resume" | "stop" | "addEventListener"
  >;
  /** Returns the current level, 0 to 1; `null` if unknown. */
  level(): number | null;
  /** Calls back when the microphone disconnects. */
  onGone(listener: () => void): void;
  /** Releases the microphone, which turns off the system's indicator. */
  close(): void;
}

/** Dependencies of a recording. */
export interface RecordingDeps {
  /** Opens the microphone. Rejects with `RecordingRefusal`. */
  open(): Promise<Microphone>;
  /** Returns a monotonic time in milliseconds. */
  now(): number;
  /** Returns the current size limit of an attachment in bytes. */
  limitBytes(): number;
}

export type RecordingState =
  | { readonly phase: "asking" | "recording" | "paused" | "ending" | "over" }
  | { readonly phase: "refused"; readonly problem: RecordingProblem };

/** Result of a recording. */
export interface Recorded {
  readonly content: Blob;
  /** Cause of the end: the user, the size limit of attachments, or the microphone. */
  readonly endedBy: "person" | "limit" | "microphone";
}

export interface Recording {
  readonly state: RecordingState;
  /** Returns the duration so far in milliseconds, without pauses. */
  elapsedMs(): number;
  level(): number | null;
  pause(): void;
  resume(): void;
  /** Ends the recording, even before the microphone is open. It cannot be restarted. */
  stop(): void;
  /** Resolves however the recording ends; with `null` if nothing was recorded. */
  readonly ended: Promise<Recorded | null>;
  /** Calls back after each change of state. Returns an unsubscribe function. */
  watch(listener: () => void): () => void;
}

/** Length of a piece. With pieces, the browser can release data, and the size is known. */
const pieceMs = 1000;
/** Number of pieces, as large as the largest so far, to reserve for data after the decision to end. */
const reservedPieces = 4;

/**
 * Opens the microphone and records until the user ends it, the size limit is reached, or the microphone
 * disconnects.
 */
export function startRecording({ open, now, limitBytes }: RecordingDeps): Recording {
  let state: RecordingState = { phase: "asking" };
  let microphone: Microphone | null = null;
  let endedBy: Recorded["endedBy"] = "person";
  const pieces: Blob[] = [];
  let [bytes, largest] = [0, 0];
  /** Duration recorded before `runsSince`, which is `null` while nothing is being recorded. */
  let recordedMs = 0;
  let runsSince: number | null = null;
  const listeners = new Set<() => void>();
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<Recorded | null>();

  function enter(next: RecordingState): void {
    state = next;
    for (const listener of listeners) listener();
  }
  function halt(): void {
    if (runsSince !== null) recordedMs += now() - runsSince;
    runsSince = null;
  }
  function end(by: Recorded["endedBy"]): void {
    if (state.phase !== "recording" && state.phase !== "paused") return;
    endedBy = by;
    halt();
    enter({ phase: "ending" });
    // The recorder delivers its last piece before its `stop` event.
    if (microphone !== null && microphone.recorder.state !== "inactive") microphone.recorder.stop();
  }
  function finish(): void {
    if (state.phase === "over") return;
    halt();
    const type = microphone?.recorder.mimeType ?? "";
    microphone?.close();
    enter({ phase: "over" });
    // A file's type has no codecs here.
    const [essence = ""] = type.split(";", 1);
    const content = new Blob(pieces, { type: essence });
    onEnded(content.size === 0 ? null : { content, endedBy });
  }

  function begin(opened: Microphone): void {
    if (state.phase !== "asking") {
      opened.close();
      return;
    }
    microphone = opened;
    const { recorder } = opened;
    recorder.addEventListener("dataavailable", ({ data }) => {
      pieces.push(data);
      bytes += data.size;
      largest = Math.max(largest, data.size);
      if (bytes + reservedPieces * largest > limitBytes()) end("limit");
    });
    recorder.addEventListener("error", () => end("microphone"));
    recorder.addEventListener("stop", () => {
      // The recorder stops when its microphone disconnects.
      if (state.phase !== "ending") endedBy = "microphone";
      finish();
    });
    opened.onGone(() => end("microphone"));
    try {
      recorder.start(pieceMs);
    } catch (cause) {
      refuse(cause);
      return;
    }
    runsSince = now();
    enter({ phase: "recording" });
  }
  function refuse(cause: unknown): void {
    microphone?.close();
    if (state.phase === "asking") {
      const problem = cause instanceof RecordingRefusal ? cause.problem : "failed";
      enter({ phase: "refused", problem });
    }
    onEnded(null);
  }

  open().then(begin, refuse);

  return {
    get state() {
      return state;
    },
    elapsedMs: () => recordedMs + (runsSince === null ? 0 : now() - runsSince),
    level: () => (state.phase === "recording" ? (microphone?.level() ?? null) : null),
    pause() {
      if (state.phase !== "recording") return;
      microphone?.recorder.pause();
      halt();
      enter({ phase: "paused" });
    },
    resume() {
      if (state.phase !== "paused") return;
      microphone?.recorder.resume();
      runsSince = now();
      enter({ phase: "recording" });
    },
    stop() {
      if (state.phase === "asking") {
        enter({ phase: "over" });
        onEnded(null);
      } else end("person");
    },
    ended,
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
