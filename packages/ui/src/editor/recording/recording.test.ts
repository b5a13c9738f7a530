import { expect, test, vi } from "vitest";
import {
  type Microphone,
  type Recorded,
  type RecordingDeps,
  RecordingRefusal,
  startRecording,
} from "./recording.ts";

/** Recorder that acts when the test tells it to. */
class FakeRecorder extends EventTarget {
  state: RecordingState = "inactive";
  readonly mimeType = "audio/mp4;codecs=opus";
  /** Data delivered on stop, like a browser's last piece. */
  last = "";

  start(): void {
    this.state = "recording";
  }
  pause(): void {
    this.state = "paused";
  }
  resume(): void {
    this.state = "recording";
  }
  stop(): void {
    this.state = "inactive";
    queueMicrotask(() => {
      this.give(this.last);
      this.dispatchEvent(new Event("stop"));
    });
  }
  give(piece: string): void {
    const event = new Event("dataavailable");
    Object.assign(event, { data: new Blob([piece]) });
    this.dispatchEvent(event);
  }
}

type RecordingState = MediaRecorder["state"];

function start(deps: Partial<RecordingDeps> = {}) {
  const recorder = new FakeRecorder();
  let unplug = (): void => undefined;
  const close = vi.fn();
  const microphone: Microphone = {
    recorder: recorder as unknown as MediaRecorder,
    level: () => 0.5,
    onGone: (listener) => (unplug = listener),
    close,
  };
  const clock = { ms: 0 };
  const { promise: asked, resolve: allow, reject: refuse } = Promise.withResolvers<Microphone>();
  const recording = startRecording({
    open: () => asked,
    now: () => clock.ms,
    limitBytes: () => 1000,
    ...deps,
  });
  const phases: string[] = [recording.state.phase];
  recording.watch(() => phases.push(recording.state.phase));
  return {
    recording,
    recorder,
    close,
    clock,
    phases,
    refuse,
    unplug: () => unplug(),
    async allow() {
      allow(microphone);
      await asked;
      await Promise.resolve();
    },
  };
}

async function words(recorded: Recorded | null): Promise<string | null> {
  return recorded === null ? null : recorded.content.text();
}

test("returns every piece in order, including the last, and releases the microphone", async () => {
  const { recording, recorder, allow, close, phases } = start();
  await allow();
  recorder.give("high ");
  recorder.give("water ");
  recorder.last = "at six";
  recording.stop();
  expect(recording.state.phase).toBe("ending");
  const recorded = await recording.ended;
  expect(await words(recorded)).toBe("high water at six");
  expect(recorded?.endedBy).toBe("person");
  expect(recorded?.content.type).toBe("audio/mp4");
  expect(close).toHaveBeenCalledTimes(1);
  expect(phases).toEqual(["asking", "recording", "ending", "over"]);
});

test("doesn't count a pause, and has no level during one", async () => {
  const { recording, recorder, allow, clock } = start();
  clock.ms = 900;
  await allow();
  expect(recording.elapsedMs()).toBe(0);
  clock.ms = 3900;
  expect(recording.elapsedMs()).toBe(3000);
  expect(recording.level()).toBe(0.5);
  recording.pause();
  expect(recorder.state).toBe("paused");
  clock.ms = 60_000;
  expect(recording.elapsedMs()).toBe(3000);
  expect(recording.level()).toBeNull();
  recording.resume();
  clock.ms = 61_000;
  expect(recording.elapsedMs()).toBe(4000);
  recording.stop();
  clock.ms = 90_000;
  expect(recording.elapsedMs()).toBe(4000);
});

test("ends a paused recording like a running one", async () => {
  const { recording, recorder, allow } = start();
  await allow();
  recorder.give("said");
  recording.pause();
  recording.stop();
  expect(await words(await recording.ended)).toBe("said");
});

test("ends before it exceeds the size limit of attachments", async () => {
  const { recording, recorder, allow } = start({ limitBytes: () => 100 });
  await allow();
  const piece = "0123456789";
  for (let at = 0; at < 6; at += 1) recorder.give(piece);
  expect(recording.state.phase).toBe("recording");
  recorder.last = piece;
  recorder.give(piece);
  expect(recording.state.phase).toBe("ending");
  const recorded = await recording.ended;
  expect(recorded?.endedBy).toBe("limit");
  expect(recorded?.content.size).toBe(80);
});

test("ends and keeps the recording when the microphone is unplugged", async () => {
  const { recording, recorder, allow, unplug, close } = start();
  await allow();
  recorder.give("until then");
  unplug();
  const recorded = await recording.ended;
  expect(await words(recorded)).toBe("until then");
  expect(recorded?.endedBy).toBe("microphone");
  expect(close).toHaveBeenCalledTimes(1);
});

test("ends when the recorder stops or fails", async () => {
  const stopped = start();
  await stopped.allow();
  stopped.recorder.give("one");
  stopped.recorder.state = "inactive";
  stopped.recorder.dispatchEvent(new Event("stop"));
  expect((await stopped.recording.ended)?.endedBy).toBe("microphone");
  const broken = start();
  await broken.allow();
  broken.recorder.give("two");
  broken.recorder.dispatchEvent(new Event("error"));
  expect(await words(await broken.recording.ended)).toBe("two");
});

test.each(["insecure", "unsupported", "denied", "no-microphone", "in-use"] as const)(
  "reports a refusal: %s",
  async (problem) => {
    const { recording, refuse } = start();
    refuse(new RecordingRefusal(problem));
    expect(await recording.ended).toBeNull();
    expect(recording.state).toEqual({ phase: "refused", problem });
    recording.stop();
    expect(recording.state.phase).toBe("refused");
  },
);

test("fails if the recorder can't start, and releases the microphone", async () => {
  const { recording, recorder, allow, close } = start();
  recorder.start = () => {
    throw new DOMException("", "NotSupportedError");
  };
  await allow();
  expect(await recording.ended).toBeNull();
  expect(recording.state).toEqual({ phase: "refused", problem: "failed" });
  expect(close).toHaveBeenCalledTimes(1);
});

test("records nothing if stopped before it is allowed, and releases the microphone", async () => {
  const { recording, recorder, allow, close } = start();
  recording.stop();
  expect(await recording.ended).toBeNull();
  await allow();
  expect(recorder.state).toBe("inactive");
  expect(close).toHaveBeenCalledTimes(1);
});

test("returns null if nothing was recorded", async () => {
  const { recording, allow } = start();
  await allow();
  recording.stop();
  expect(await recording.ended).toBeNull();
  expect(recording.state.phase).toBe("over");
});
