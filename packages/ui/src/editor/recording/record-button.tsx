import { Mic } from "lucide-react";
import { useLanguage } from "../../language/language.ts";
import { recordingStrings } from "./strings.ts";
import type { Recorder } from "./use-recorder.ts";

/** Button that starts a recording, or ends and attaches it. */
export function RecordButton({ recorder }: { readonly recorder: Recorder }) {
  useLanguage();
  const { isOn, setOn, control } = recorder;
  return (
    <button
      type="button"
      className="icon-button aria-pressed:bg-accent-soft aria-pressed:text-accent"
      aria-label={recordingStrings.record}
      aria-pressed={isOn}
      title={isOn ? recordingStrings.stop : recordingStrings.record}
      // Keeps the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isOn) setOn(true);
        else if (control.current === null) setOn(false);
        else control.current.end(false);
      }}
    >
      <Mic size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
