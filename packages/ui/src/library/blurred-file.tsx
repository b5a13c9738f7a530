import type { LibraryFile } from "@tidemark/core/router";
import { EyeOff } from "lucide-react";
import { useLanguage } from "../language/language.ts";
import { memoHref } from "../state/view-address.ts";
import { tagsStrings } from "../tags/strings.ts";

interface BlurredFileProps {
  readonly file: LibraryFile;
  /** Index among all files, by which keys find it. */
  readonly at: number;
  readonly isTile: boolean;
}

/** File of a blurred memo, without its name and its picture. Leads to the memo, where it can be shown. */
export function BlurredFile({ file, at, isTile }: BlurredFileProps) {
  useLanguage();
  return (
    <a
      href={memoHref(file.memo?.id ?? "")}
      data-library-at={at}
      aria-label={tagsStrings.blurredFile}
      className={isTile ? "library-square" : "library-name"}
    >
      <EyeOff size={isTile ? 20 : 16} strokeWidth={1.75} aria-hidden className="text-text-3" />
      {!isTile && <span className="truncate text-text-3">{tagsStrings.blurredFile}</span>}
    </a>
  );
}
