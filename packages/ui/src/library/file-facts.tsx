import type { LibraryFile } from "@tidemark/core/router";
import { Cloud, HardDrive } from "lucide-react";
import { fileSize } from "../attachments/file-size.ts";
import { useLanguage } from "../language/language.ts";
import { memoHref } from "../state/view-address.ts";
import { useMemoName } from "../tags/memo-words.tsx";
import { dayLabel } from "../time/day-label.ts";
import { libraryStrings } from "./strings.ts";

/** Size and day of a file, the place of its content, and a link to its memo. */
export function FileFacts(props: { readonly file: LibraryFile; readonly nowMs: number }) {
  useLanguage();
  const { file, nowMs } = props;
  return (
    <span className="library-facts">
      {file.externalLink === "" && <span className="flex-none">{fileSize(file.sizeBytes)}</span>}
      <span className="flex-none">{dayLabel(file.createdMs, nowMs)}</span>
      <Place file={file} />
      <MemoLink file={file} />
    </span>
  );
}

/** Place of a file's content, which matters only with a server. */
function Place({ file }: { readonly file: LibraryFile }) {
  useLanguage();
  if (file.isKept === null) return null;
  const Icon = file.isHere ? HardDrive : Cloud;
  const words = !file.isHere
    ? libraryStrings.notHere
    : file.isKept
      ? libraryStrings.isKept
      : libraryStrings.isHere;
  return (
    <span className="flex flex-none items-center gap-1" title={words}>
      <Icon size={13} strokeWidth={1.75} aria-hidden />
      <span className="sr-only">{words}</span>
    </span>
  );
}

function MemoLink({ file: { memo } }: { readonly file: LibraryFile }) {
  useLanguage();
  const line = useMemoName(memo, memo?.line.trim() ?? "");
  if (memo === null) return null;
  const words = memo.isTrashed
    ? libraryStrings.inTrash(line)
    : memo.state === "ARCHIVED"
      ? libraryStrings.inArchived(line)
      : line === ""
        ? libraryStrings.inOne
        : libraryStrings.inMemo(line);
  return (
    <a href={memoHref(memo.id)} title={words} className="library-memo">
      {words}
    </a>
  );
}
