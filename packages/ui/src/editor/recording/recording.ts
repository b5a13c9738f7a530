/** Why nothing can be recorded. */
export type RecordingProblem =
  /** The page came over a line that others can read: browsers give it no microphone. */
  | "insecure"
  /** The browser records nothing, or nothing that could be played. */
  | "unsupported"
  /** Somebody, or a setting, said no. */
  | "denied"
  | "no-microphone"
  /** Another program has it, or the system does not hand it out. */
  | "in-use"
  | "failed";

/** Rejects the opening of a microphone. */
export class RecordingRefusal extends Error {
  readonly problem: RecordingProblem;

  constructor(problem: RecordingProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** A microphone that is open, with what records it. */
export interface Microphone {
  /** Not begun yet. */
  readonly recorder: Pick<
    MediaRecorder,
    "state" | "mimeType" | "start" | "pause" | "resume" | "stop" | "addEventListener"
  >;
  /** How loud it is now, 0 to 1; null where nobody can say. */
  level(): number | null;
  /** Calls back when it went away by itself. */
  onGone(listener: () => void): void;
  /** Lets it go: the system shows that nobody listens any more. */
  close(): void;
}

/** What a recording needs of the machine. */
export interface RecordingDeps {
  /** Rejects with `RecordingRefusal`. */
  open(): Promise<Microphone>;
  /** A clock that only goes forward. */
  now(): number;
  /** Largest file that can be attached now. */
  limitBytes(): number;
}

export type RecordingState =
  | { readonly phase: "asking" | "recording" | "paused" | "ending" | "over" }
  | { readonly phase: "refused"; readonly problem: RecordingProblem };

/** What was recorded. */
export interface Recorded {
  readonly content: Blob;
  /** What ended it: somebody, the size of what can be attached, or the microphone. */
  readonly endedBy: "person" | "limit" | "microphone";
}

export interface Recording {
  readonly state: RecordingState;
  /** How long it is by now, without its pauses. */
  elapsedMs(): number;
  level(): number | null;
  pause(): void;
  resume(): void;
  /** Ends it, also while it is asked for. Once it ends, nothing begins it again. */
  stop(): void;
  /** Resolves however it ends; null: nothing was recorded. */
  readonly ended: Promise<Recorded | null>;
  /** Calls back with each state that follows. Gives what stops that. */
  watch(listener: () => void): () => void;
}

/** It comes in pieces of a second: the browser may put what is done aside, and the size is known. */
const pieceMs = 1000;
/** Room for what comes after the decision to end, in pieces as large as the largest so far. */
const reservedPieces = 4;

/** Asks for the microphone and records it until somebody ends it, it is full, or there is no more. */
export function startRecording({ open, now, limitBytes }: RecordingDeps): Recording {
  let state: RecordingState = { phase: "asking" };
  let microphone: Microphone | null = null;
  let endedBy: Recorded["endedBy"] = "person";
  const pieces: Blob[] = [];
  let [bytes, largest] = [0, 0];
  /** Of what was recorded before `runsSince`; null: it does not run. */
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
    // Its last piece comes before it says that it stopped.
    if (microphone !== null && microphone.recorder.state !== "inactive") microphone.recorder.stop();
  }
  function finish(): void {
    if (state.phase === "over") return;
    halt();
    const type = microphone?.recorder.mimeType ?? "";
    microphone?.close();
    enter({ phase: "over" });
    // Codecs are no part of a file's type here.
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
      // It stops by itself where its microphone is gone.
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
