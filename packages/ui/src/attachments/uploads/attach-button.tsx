import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { useLanguage } from "../../language/language.ts";
import { uploadStrings } from "./upload-strings.ts";

interface AttachButtonProps {
  attach(files: readonly File[]): void;
  /**
   * Called when files were chosen. Should focus the text, where the user continues to write and saves with
   * keys.
   */
  onChosen(): void;
}

/** Button that opens the system's file dialog. */
export function AttachButton({ attach, onChosen }: AttachButtonProps) {
  useLanguage();
  /** Hidden input; a click on it opens the file dialog. */
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={uploadStrings.attach}
        title={uploadStrings.attach}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          attach([...(event.target.files ?? [])]);
          // Reset, so choosing the same file again fires `change`.
          event.target.value = "";
          onChosen();
        }}
      />
    </>
  );
}
