import type { LibraryFile } from "@tidemark/core/router";
import { Download } from "lucide-react";
import { AudioPlayer } from "../attachments/audio-player.tsx";
import { fileAddress } from "../attachments/file-address.ts";
import { FileIcon } from "../attachments/file-icon.tsx";
import { fileSize } from "../attachments/file-size.ts";
import { KeepButton } from "../attachments/keep-button.tsx";
import { attachmentStrings } from "../attachments/strings.ts";
import { useLanguage } from "../language/language.ts";
import { useIsBlurred } from "../tags/blur.ts";
import { tagsStrings } from "../tags/strings.ts";
import { BlurredFile } from "./blurred-file.tsx";
import { FileFacts } from "./file-facts.tsx";
import { Thumbnail } from "./file-tile.tsx";
import { isShownLarge } from "./library-rows.ts";
import { OpenFile } from "./open-file.tsx";
import { ShowLarge } from "./show-large.tsx";
import { libraryStrings } from "./strings.ts";

interface FileRowProps {
  readonly file: LibraryFile;
  readonly nowMs: number;
  readonly at: number;
  /** True if the file is selected; `null` where files can't be selected. */
  readonly isSelected: boolean | null;
  select(file: LibraryFile, isSelected: boolean): void;
  show(file: LibraryFile): void;
}

/** File on a separate line, without its name if its memo is blurred. */
export function FileRow(props: FileRowProps) {
  useLanguage();
  const { file, nowMs, at } = props;
  if (!useIsBlurred(file.memo)) return <NamedRow {...props} />;
  return (
    <div role="group" aria-label={tagsStrings.blurredFile} className="library-row">
      <div className="flex min-w-0 flex-col">
        <BlurredFile file={file} at={at} isTile={false} />
        <FileFacts file={file} nowMs={nowMs} />
      </div>
    </div>
  );
}

/** File with its name; an audio file has its player below. */
function NamedRow({ file, nowMs, at, isSelected, select, show }: FileRowProps) {
  useLanguage();
  const plays = file.kind === "audio" && file.isHere && file.externalLink === "";
  return (
    <div role="group" aria-label={file.filename} className="library-row">
      <div className="flex min-w-0 items-center gap-2">
        {isSelected !== null && (
          <label className="library-check">
            <input
              type="checkbox"
              checked={isSelected}
              aria-label={libraryStrings.select(file.filename)}
              onChange={(event) => select(file, event.target.checked)}
            />
          </label>
        )}
        <div className="flex min-w-0 grow flex-col">
          {isShownLarge(file) ? (
            <ShowLarge {...{ file, at, show }} className="library-name">
              <span aria-hidden className="library-thumb">
                <Thumbnail file={file} />
              </span>
              <span className="truncate">{file.filename}</span>
            </ShowLarge>
          ) : plays ? (
            <span className="library-name" title={file.filename}>
              <FileIcon file={file} />
              <span className="truncate">{file.filename}</span>
            </span>
          ) : (
            <OpenFile file={file} at={at} className="library-name">
              <FileIcon file={file} />
              <span className="truncate">{file.filename}</span>
            </OpenFile>
          )}
          <FileFacts file={file} nowMs={nowMs} />
        </div>
        <KeepButton file={file} />
        {file.isHere && file.externalLink === "" && (
          <a
            href={fileAddress(file)}
            download={file.filename}
            aria-label={attachmentStrings.download(file.filename, fileSize(file.sizeBytes))}
            title={attachmentStrings.downloadPlain}
            className="icon-button"
          >
            <Download size={16} strokeWidth={1.75} aria-hidden />
          </a>
        )}
      </div>
      {plays && <AudioPlayer src={fileAddress(file)} name={file.filename} />}
    </div>
  );
}
