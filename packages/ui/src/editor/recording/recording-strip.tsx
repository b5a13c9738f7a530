import { CircleAlert, Pause, Play, Square, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { clock } from "../../time/clock.ts";
import { useLanguage } from "../../language/language.ts";
import { LevelMeter } from "./level-meter.tsx";
import type { Recording, RecordingProblem } from "./recording.ts";
import { recordingStrings } from "./strings.ts";
import { type RecordingPlace, useRecording } from "./use-recording.ts";

/** Running recording in its editor's frame, with its level and buttons to pause, discard and end it. */
export function RecordingStrip(props: RecordingPlace) {
  useLanguage();
  const { recording, tryAgain, end, discard } = useRecording(props);
  if (recording === null) return null;
  const { state } = recording;
  if (state.phase === "refused") {
    return <Refusal problem={state.problem} tryAgain={tryAgain} close={end} />;
  }
  if (state.phase === "ending" || state.phase === "over") {
    return (
      <div className="recording-strip" role="status">
        {recordingStrings.attaching}
      </div>
    );
  }
  const isPaused = state.phase === "paused";
  const Icon = isPaused ? Play : Pause;
  const pauseWords = isPaused ? recordingStrings.resume : recordingStrings.pause;
  return (
    <div
      role="group"
      aria-label={recordingStrings.strip}
      className="recording-strip"
      data-phase={state.phase}
    >
      {state.phase === "asking" ? (
        <span role="status" className="min-w-0 grow">
          {recordingStrings.asking}
        </span>
      ) : (
        <>
          <span className="recording-dot" aria-hidden />
          <Elapsed recording={recording} />
          {isPaused ? (
            <span className="grow text-text-2">{recordingStrings.paused}</span>
          ) : (
            <LevelMeter recording={recording} />
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={pauseWords}
            title={pauseWords}
            onClick={isPaused ? recording.resume : recording.pause}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={recordingStrings.discard}
        title={recordingStrings.discard}
        onClick={discard}
      >
        <Trash2 size={16} strokeWidth={1.75} aria-hidden />
      </button>
      {state.phase !== "asking" && (
        <button type="button" className="button gap-1.5" onClick={end}>
          <Square size={12} strokeWidth={1.75} fill="currentColor" aria-hidden />
          {recordingStrings.stop}
        </button>
      )}
    </div>
  );
}

const tickMs = 200;

/** Elapsed time, which screen readers read only on request. */
function Elapsed({ recording }: { readonly recording: Recording }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const tick = (): void => setSeconds(Math.floor(recording.elapsedMs() / 1000));
    const timer = setInterval(tick, tickMs);
    tick();
    return () => clearInterval(timer);
  }, [recording]);
  return (
    <span role="timer" className="flex-none tabular-nums">
      {clock(seconds)}
    </span>
  );
}

/** Problems that a retry can't solve. */
const lasting: ReadonlySet<RecordingProblem> = new Set(["insecure", "unsupported"]);

function Refusal(props: { readonly problem: RecordingProblem; tryAgain(): void; close(): void }) {
  useLanguage();
  const { problem, tryAgain, close } = props;
  return (
    <div role="alert" className="recording-strip" data-phase="refused">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="flex-none text-danger" />
      <span className="recording-why">{recordingStrings[problem]}</span>
      <span className="ms-auto flex gap-2">
        {!lasting.has(problem) && (
          <button type="button" className="button" onClick={tryAgain}>
            {recordingStrings.tryAgain}
          </button>
        )}
        <button type="button" className="button" onClick={close}>
          {recordingStrings.close}
        </button>
      </span>
    </div>
  );
}
