import type { AttachmentView } from "@tidemark/core/router";
import { HardDrive } from "lucide-react";
import { useLanguage } from "../language/language.ts";
import { attachmentStrings } from "./strings.ts";
import { useKeepFiles } from "./use-keep-files.ts";

interface KeepButtonProps {
  readonly file: AttachmentView;
  readonly className?: string;
}

/**
 * Pins a file to this device, where it is then never evicted. Renders nothing where files cannot be pinned.
 */
export function KeepButton({ file, className = "icon-button" }: KeepButtonProps) {
  useLanguage();
  const keep = useKeepFiles();
  if (file.isKept === null) return null;
  return (
    <button
      type="button"
      className={`${className} aria-pressed:bg-accent-soft aria-pressed:text-accent`}
      aria-pressed={file.isKept}
      aria-label={attachmentStrings.keep(file.filename)}
      title={attachmentStrings.keepPlain}
      onClick={() => keep([file], file.isKept !== true)}
    >
      <HardDrive size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
