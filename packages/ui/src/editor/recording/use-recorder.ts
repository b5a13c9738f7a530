import { type RefObject, useMemo, useRef, useState } from "react";

/** Control of an editor's running recording. */
export interface RecordingControl {
  /** Ends the recording and attaches it; then submits the text if `submits` is set. */
  end(submits: boolean): void;
}

/** Recorder of an editor. Its code is loaded when the user starts a recording. */
export interface Recorder {
  /** True while a recording is shown, or the reason why there is none. */
  readonly isOn: boolean;
  setOn(isOn: boolean): void;
  /** `null` while nothing is being recorded. */
  readonly control: RefObject<RecordingControl | null>;
  /** Returns true if there is a recording: it then ends, and submits the text with it. */
  submit(): boolean;
}

/** Returns the recorder of an editor, which records one thing at a time. */
export function useRecorder(): Recorder {
  const [isOn, setOn] = useState(false);
  const control = useRef<RecordingControl>(null);
  return useMemo(
    () => ({
      isOn,
      setOn,
      control,
      submit() {
        control.current?.end(true);
        return control.current !== null;
      },
    }),
    [isOn],
  );
}
