import { type RefObject, useMemo, useRef, useState } from "react";

/** What an editor does with a recording that runs in it. */
export interface RecordingControl {
  /** Ends it and attaches it; then, where asked to, hands in what is written with it. */
  end(submits: boolean): void;
}

/** The recorder of an editor. What records comes only when somebody begins. */
export interface Recorder {
  /** Whether it is shown: somebody records, or is told why nobody can. */
  readonly isOn: boolean;
  setOn(isOn: boolean): void;
  /** null: nothing is recorded. */
  readonly control: RefObject<RecordingControl | null>;
  /** Whether something is recorded: then that ends, and everything is handed in with it. */
  submit(): boolean;
}

/** One for an editor, which can record one thing at a time. */
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
