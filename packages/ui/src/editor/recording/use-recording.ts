import type { EditorView } from "@codemirror/view";
import type { AttachmentView } from "@tidemark/core/router";
import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { fileSize } from "../../attachments/file-size.ts";
import type { Uploads } from "../../attachments/uploads/use-uploads.ts";
import { useProfile } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusAfterDiscard, undoByKey } from "./after-discard.ts";
import { attachRecording } from "./attach-recording.ts";
import { openMicrophone } from "./open-microphone.ts";
import { recordingName } from "./recording-name.ts";
import { type Recorded, type Recording, startRecording } from "./recording.ts";
import { recordingStrings } from "./strings.ts";
import type { Recorder } from "./use-recorder.ts";

/** Editor of a recording, and the files that it is added to. */
export interface RecordingPlace {
  readonly recorder: Recorder;
  readonly view: RefObject<EditorView | null>;
  /** Attachments of the text. */
  readonly files: readonly AttachmentView[];
  readonly uploads: Uploads;
  /** Submits the text. */
  submit(): void;
}

/** Recording, with flags for its end. */
interface Session {
  readonly recording: Recording;
  /** True if the text is submitted after the recording. */
  submits: boolean;
  /** True if the user discarded it. */
  isDiscarded: boolean;
  /** True once its editor is closed. */
  isLeft: boolean;
  /** True if the window was about to be closed. */
  isHeld: boolean;
  /** Element that had the focus when it began. */
  readonly begunFrom: Element | null;
}

interface ShownRecording {
  /** `null` on the first render. */
  readonly recording: Recording | null;
  tryAgain(): void;
  end(): void;
  discard(): void;
}

/**
 * Records from the first render on. The recording is attached however it ends: by a button, by submitting the
 * text, or by closing its editor or page. Only the user can discard it, which can be undone (ADR 0061).
 */
export function useRecording(props: RecordingPlace): ShownRecording {
  const latest = useRef(props);
  latest.current = props;
  const limit = useRef(Infinity);
  limit.current = useProfile().data?.uploadBytes ?? Infinity;
  const [attempt, tryAgain] = useReducer((before: number) => before + 1, 0);
  const [, draw] = useReducer((before: number) => before + 1, 0);
  const [session, setSession] = useState<Session | null>(null);
  /** Id of the attachment; `undefined` while unknown, `null` if there is nothing to attach. */
  const [attachedId, setAttachedId] = useState<string | null>();

  useEffect(() => {
    const { control } = latest.current.recorder;
    const recording = startRecording({
      open: openMicrophone,
      now: () => performance.now(),
      limitBytes: () => limit.current,
    });
    const begun = {
      recording,
      submits: false,
      isDiscarded: false,
      isLeft: false,
      isHeld: false,
      begunFrom: document.activeElement,
    };
    setSession(begun);
    control.current = {
      end(submits) {
        begun.submits ||= submits;
        recording.stop();
      },
    };
    const letWindowGo = holdWindow(() => {
      begun.isHeld = true;
      recording.stop();
    });
    let startedMs: number | null = null;
    const stopWatching = recording.watch(() => {
      draw();
      const { phase } = recording.state;
      if (phase !== "recording" && phase !== "paused") return;
      startedMs ??= Date.now();
      // For screen readers; other users see it.
      useFeedback.getState().announce(recordingStrings[phase]);
    });
    const attach = async (recorded: Recorded): Promise<string | null> => {
      const { view, uploads } = latest.current;
      const made = await attachRecording(fileOf(recorded, startedMs ?? Date.now()), {
        view: view.current,
        uploads,
      });
      return made?.id ?? null;
    };
    void recording.ended.then(async (recorded) => {
      let id: string | null = null;
      if (recorded !== null && begun.isDiscarded) {
        const bringBack = async (): Promise<void> => void (await attach(recorded));
        useFeedback.getState().say(recordingStrings.discarded, bringBack);
        undoByKey(latest.current.view.current);
      } else if (recorded !== null) {
        id = await attach(recorded);
        if (id === null) begun.submits = false;
        else sayHow(recorded, begun, limit.current);
      }
      letWindowGo();
      if (recording.state.phase === "refused") control.current = null;
      else setAttachedId(id);
    });
    return () => {
      begun.isLeft = true;
      stopWatching();
      control.current = null;
      recording.stop();
    };
  }, [attempt]);

  const { files, uploads, recorder } = props;
  const isDone =
    session !== null &&
    attachedId !== undefined &&
    (!session.submits ||
      attachedId === null ||
      // Submitting sends the files that are shown, so wait for this one.
      (!uploads.isBusy && files.some(({ id }) => id === attachedId)));
  useLayoutEffect(() => {
    if (!isDone) return;
    recorder.control.current = null;
    recorder.setOn(false);
    if (session?.submits === true) latest.current.submit();
  }, [isDone, recorder, session]);

  const recording = session?.recording ?? null;
  return {
    recording,
    tryAgain,
    end() {
      if (recording === null || recording.state.phase === "refused") recorder.setOn(false);
      else recording.stop();
      props.view.current?.focus();
    },
    discard() {
      if (session !== null) session.isDiscarded = true;
      recording?.stop();
      focusAfterDiscard(props.view.current, session?.begunFrom ?? null);
    },
  };
}

function fileOf({ content }: Recorded, startedMs: number): File {
  const { type } = content;
  return new File([content], recordingName(startedMs, type), { type });
}

/**
 * Asks for confirmation before the window closes. If the window stays open, as in the app, the recording ends
 * first. Returns a function that removes the confirmation.
 */
function holdWindow(stop: () => void): () => void {
  const hold = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
    // Wait for the answer to the browser's question. Without one, the page only checks whether it would be asked.
    if (event.isTrusted) setTimeout(stop);
  };
  window.addEventListener("beforeunload", hold);
  return () => window.removeEventListener("beforeunload", hold);
}

/** Notifies the user why a recording ended, unless they ended it in its editor. */
function sayHow({ endedBy }: Recorded, { isLeft, isHeld }: Session, limitBytes: number): void {
  const { say } = useFeedback.getState();
  if (endedBy === "limit") say(recordingStrings.full(fileSize(limitBytes)));
  else if (endedBy === "microphone") say(recordingStrings.gone);
  else if (isHeld) say(recordingStrings.held);
  else if (isLeft) say(recordingStrings.left);
}
