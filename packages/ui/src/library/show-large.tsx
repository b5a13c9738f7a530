import type { LibraryFile } from "@tidemark/core/router";
import type { ReactNode } from "react";
import { attachmentStrings } from "../attachments/strings.ts";
import { useLanguage } from "../language/language.ts";

interface ShowLargeProps {
  readonly file: LibraryFile;
  /** Index among all files, by which keys find it. */
  readonly at: number;
  readonly className: string;
  readonly children: ReactNode;
  show(file: LibraryFile): void;
}

/** Button that shows an image or a video large. */
export function ShowLarge({ file, at, className, children, show }: ShowLargeProps) {
  useLanguage();
  return (
    <button
      type="button"
      className={className}
      aria-label={attachmentStrings.open(file.filename)}
      aria-haspopup="dialog"
      title={file.filename}
      data-library-at={at}
      onClick={() => show(file)}
    >
      {children}
    </button>
  );
}
