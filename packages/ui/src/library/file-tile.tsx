import type { LibraryFile } from "@tidemark/core/router";
import { CloudDownload, Play } from "lucide-react";
import { useState } from "react";
import { fileAddress, smallAddress } from "../attachments/file-address.ts";
import { FileIcon } from "../attachments/file-icon.tsx";
import { KeepButton } from "../attachments/keep-button.tsx";
import { useLanguage } from "../language/language.ts";
import { useIsBlurred } from "../tags/blur.ts";
import { tagsStrings } from "../tags/strings.ts";
import { clock } from "../time/clock.ts";
import { BlurredFile } from "./blurred-file.tsx";
import { FileFacts } from "./file-facts.tsx";
import { isShownLarge } from "./library-rows.ts";
import { OpenFile } from "./open-file.tsx";
import { ShowLarge } from "./show-large.tsx";

interface FileTileProps {
  readonly file: LibraryFile;
  readonly nowMs: number;
  readonly at: number;
  show(file: LibraryFile): void;
}

/** Square with a picture of the file, and its details below. */
export function FileTile({ file, nowMs, at, show }: FileTileProps) {
  useLanguage();
  if (useIsBlurred(file.memo)) {
    return (
      <div role="group" aria-label={tagsStrings.blurredFile} className="library-tile">
        <BlurredFile file={file} at={at} isTile />
        <span aria-hidden className="truncate text-small text-text-3">
          {tagsStrings.blurredFile}
        </span>
        <FileFacts file={file} nowMs={nowMs} />
      </div>
    );
  }
  return (
    <div role="group" aria-label={file.filename} className="library-tile">
      {isShownLarge(file) ? (
        <ShowLarge {...{ file, at, show }} className="library-square">
          <Thumbnail file={file} />
        </ShowLarge>
      ) : (
        <OpenFile file={file} at={at} className="library-square">
          <FileIcon file={file} />
        </OpenFile>
      )}
      <KeepButton file={file} className="icon-button library-keep" />
      <span aria-hidden className="truncate text-small" title={file.filename}>
        {file.filename}
      </span>
      <FileFacts file={file} nowMs={nowMs} />
    </div>
  );
}

/** Picture of a file, or its small version if the file isn't on this device. */
export function Thumbnail({ file }: { readonly file: LibraryFile }) {
  const [isBroken, setIsBroken] = useState(false);
  if (file.kind === "video" && file.isHere) {
    return (
      <>
        <Play size={24} strokeWidth={1.5} aria-hidden />
        {file.durationSeconds !== null && (
          <span className="library-length">{clock(file.durationSeconds)}</span>
        )}
      </>
    );
  }
  if (!file.isHere && !file.hasSmall) {
    return <CloudDownload size={20} strokeWidth={1.75} aria-hidden />;
  }
  if (isBroken || file.kind !== "image") return <FileIcon file={file} />;
  return (
    <img
      src={file.isHere ? fileAddress(file) : smallAddress(file)}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
      onError={() => setIsBroken(true)}
    />
  );
}
