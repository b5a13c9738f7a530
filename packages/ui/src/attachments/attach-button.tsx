import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { useLanguage } from "../language/language.ts";
import { attachmentStrings } from "./strings.ts";

interface AttachButtonProps {
  attach(files: readonly File[]): void;
  /** Files were chosen: one goes on writing, and saves by keys. */
  onChosen(): void;
}

/** Asks for files of the system. */
export function AttachButton({ attach, onChosen }: AttachButtonProps) {
  useLanguage();
  /** A click on it opens the dialog of the system. */
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={attachmentStrings.attach}
        title={attachmentStrings.attach}
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
          // Emptied, it fires `change` also when the same file is chosen again.
          event.target.value = "";
          onChosen();
        }}
      />
    </>
  );
}
