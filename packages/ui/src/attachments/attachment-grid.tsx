import type { AttachmentView } from "@tidemark/core/router";
import { CloudDownload, Download } from "lucide-react";
import { useMemo } from "react";
import { AudioPlayer } from "./audio-player.tsx";
import { fileAddress } from "./file-address.ts";
import { filesBelow } from "../viewer/images/show-files.ts";
import { FileIcon } from "./file-icon.tsx";
import { fileSize } from "./file-size.ts";
import { ImageGrid } from "./image-grid.tsx";
import { PdfRow } from "./pdf-row.tsx";
import { KeepButton } from "./keep-button.tsx";
import { TranscribeButton } from "./transcript/transcribe-button.tsx";
import { useLanguage } from "../language/language.ts";
import { attachmentStrings } from "./strings.ts";
import { useFetchFile } from "./use-fetch-file.ts";

interface AttachmentGridProps {
  readonly files: readonly AttachmentView[];
  /** Text of the memo; the files that it shows are left out. */
  readonly content: string;
  /** True if the reader may change the text; then a recording's transcript can be inserted. */
  readonly isOwn: boolean;
}

/** Attachments below a memo's text: images first, then all other files. */
export function AttachmentGrid({ files: all, content, isOwn }: AttachmentGridProps) {
  useLanguage();
  const files = useMemo(() => filesBelow(all, content), [all, content]);
  if (files.length === 0) return null;
  const images = files.filter((file) => file.kind === "image" && file.externalLink === "");
  const others = files.filter((file) => !images.includes(file));
  return (
    <div className="attachments mt-2.5 flex flex-col gap-1.5">
      {images.length > 0 && <ImageGrid images={images} />}
      {others.length > 0 && (
        <ul aria-label={attachmentStrings.attachments} className="flex flex-col gap-1.5">
          {others.map((file) => (
            <li key={file.id}>
              <Attachment file={file} isOwn={isOwn} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Attachment({ file, isOwn }: { readonly file: AttachmentView; readonly isOwn: boolean }) {
  if (file.isHere && file.kind === "video") return <VideoPlayer file={file} />;
  if (file.isHere && file.kind === "audio") return <AudioRow file={file} isOwn={isOwn} />;
  return (
    <div className="flex items-center gap-2">
      <FileRow file={file} />
      <KeepButton file={file} />
    </div>
  );
}

function VideoPlayer({ file }: { readonly file: AttachmentView }) {
  const { width, height } = file;
  return (
    <div className="relative">
      {/* Recordings by a memo's author have no captions. */}
      <video
        controls
        preload="metadata"
        src={fileAddress(file)}
        aria-label={file.filename}
        className="max-h-[420px] w-full rounded-control bg-sunken object-contain"
        style={{
          aspectRatio: width !== null && height !== null ? `${width} / ${height}` : "16 / 9",
        }}
      />
      <KeepButton file={file} className="icon-button absolute! end-1.5 top-1.5 bg-surface" />
    </div>
  );
}

function AudioRow({ file, isOwn }: { readonly file: AttachmentView; readonly isOwn: boolean }) {
  useLanguage();
  return (
    <figure className="rounded-control bg-sunken p-1.5">
      <figcaption className="flex items-center gap-2 px-1.5 pb-1 text-small">
        <span className="min-w-0 truncate" title={file.filename}>
          {file.filename}
        </span>
        <span className="flex-none text-text-3">{fileSize(file.sizeBytes)}</span>
        <span className="ms-auto flex flex-none">
          {isOwn && <TranscribeButton file={file} />}
          <KeepButton file={file} className="icon-button" />
        </span>
      </figcaption>
      <AudioPlayer src={fileAddress(file)} name={file.filename} />
    </figure>
  );
}

const rowClass =
  "flex min-h-10 w-full min-w-0 items-center gap-2.5 pointer-coarse:min-h-11 rounded-control border border-border px-2.5 py-1 text-start hover:border-border-strong";

function FileRow({ file }: { readonly file: AttachmentView }) {
  useLanguage();
  const { isFetching, fetchFile } = useFetchFile(file);
  const size = fileSize(file.sizeBytes);
  if (file.externalLink !== "") {
    return (
      <a
        href={file.externalLink}
        target="_blank"
        rel="noreferrer"
        aria-label={attachmentStrings.openLink(file.filename)}
        className={rowClass}
      >
        <FileIcon file={file} />
        <span className="min-w-0 truncate">{file.filename}</span>
      </a>
    );
  }
  const words = (
    <>
      <FileIcon file={file} />
      <span className="min-w-0 truncate" title={file.filename}>
        {file.filename}
      </span>{" "}
      <span className="flex-none text-small text-text-3">
        {file.isHere ? size : attachmentStrings.size(size)}
      </span>
    </>
  );
  if (!file.isHere) {
    return (
      <button
        type="button"
        aria-label={attachmentStrings.fetchRow(file.filename, size)}
        disabled={isFetching}
        onClick={fetchFile}
        className={rowClass}
      >
        {words}
        <CloudDownload
          size={16}
          strokeWidth={1.75}
          className="ms-auto flex-none text-text-2"
          aria-hidden
        />
      </button>
    );
  }
  if (file.type === "application/pdf") {
    return (
      <PdfRow file={file} className={rowClass}>
        {words}
      </PdfRow>
    );
  }
  return (
    <a
      href={fileAddress(file)}
      download={file.filename}
      aria-label={attachmentStrings.download(file.filename, size)}
      className={rowClass}
    >
      {words}
      <Download
        size={16}
        strokeWidth={1.75}
        className="ms-auto flex-none text-text-2"
        aria-hidden
      />
    </a>
  );
}
