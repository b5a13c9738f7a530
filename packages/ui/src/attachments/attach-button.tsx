import { Paperclip } from "lucide-react";
import type { RefObject } from "react";
import { useLanguage } from "../language/language.ts";
import { attachmentStrings } from "./strings.ts";

interface AttachButtonProps {
  /** The field that asks; a click on it opens the dialog of the system. */
  readonly input: RefObject<HTMLInputElement | null>;
  attach(files: readonly File[]): void;
  /** Files were chosen: one goes on writing, and saves by keys. */
  onChosen(): void;
}

/** Asks for files of the system. */
export function AttachButton({ input, attach, onChosen }: AttachButtonProps) {
  useLanguage();
  return (
    <>
      <button
        type="button"
        className="icon-button size-7!"
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
