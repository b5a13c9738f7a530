import type { AttachmentView } from "@tidemark/core/router";
import { Pencil, RotateCcw, X } from "lucide-react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { fileAddress } from "../file-address.ts";
import { FileIcon } from "../file-icon.tsx";
import { fileSize } from "../file-size.ts";
import { useLanguage } from "../../language/language.ts";
import { attachmentStrings } from "../strings.ts";
import { TranscribeButton } from "../transcript/transcribe-button.tsx";
import type { WriteHere } from "../transcript/transcribing.ts";
import type { ChangeFiles } from "../../data/draft-files.ts";
import type { Upload, Uploads } from "./use-uploads.ts";

interface AttachmentStripProps {
  readonly files: readonly AttachmentView[];
  readonly uploads: Uploads;
  readonly change: ChangeFiles;
  /** Called when the last file was removed; should take the focus. */
  onEmptied(): void;
  /**
   * Inserts a transcript into the text that its recording is attached to; absent if that isn't a memo yet.
   */
  readonly writeHere?: WriteHere;
}

/** Attachments of a text being written, which can be renamed and removed, and uploads in progress. */
export function AttachmentStrip(props: AttachmentStripProps) {
  useLanguage();
  const { files, uploads, change, onEmptied, writeHere } = props;
  const list = useRef<HTMLUListElement>(null);
  /** File whose button was clicked to remove it, and its index. */
  const leaving = useRef<{ readonly id: string; readonly index: number } | null>(null);
  useLayoutEffect(() => {
    const left = leaving.current;
    if (left === null || files.some(({ id }) => id === left.id)) return;
    leaving.current = null;
    const buttons = list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    const next = buttons[Math.min(left.index, buttons.length - 1)];
    if (next === undefined) onEmptied();
    else next.focus();
  });
  // A file with a place in the text is shown there unless it has a problem.
  const shown = uploads.list.filter(({ isInText, problem }) => !isInText || problem !== null);
  if (files.length === 0 && shown.length === 0) return null;

  const remove = async (file: AttachmentView, index: number): Promise<void> => {
    const { say } = useFeedback.getState();
    leaving.current = { id: file.id, index };
    const isRemoved = await succeeds(change((now) => now.filter((each) => each.id !== file.id)));
    if (!isRemoved) {
      leaving.current = null;
      return;
    }
    say(attachmentStrings.removed(file.filename), async () => {
      await succeeds(
        change((now) => now.filter((each) => each.id !== file.id).toSpliced(index, 0, file)),
      );
    });
  };

  return (
    <ul
      ref={list}
      aria-label={attachmentStrings.attachments}
      className="mt-2 mb-1 flex flex-wrap gap-2"
    >
      {files.map((file, index) => (
        <AttachedItem
          key={file.id}
          file={file}
          change={change}
          writeHere={writeHere}
          remove={() => void remove(file, index)}
        />
      ))}
      {shown.map((upload) => (
        <UploadItem key={upload.key} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

const itemClass =
  "flex min-h-12 w-60 max-w-full max-rail:w-full items-center gap-2 rounded-control border border-border bg-surface py-1 ps-1.5 pe-1";

function AttachedItem(props: {
  readonly file: AttachmentView;
  readonly change: ChangeFiles;
  readonly writeHere: WriteHere | undefined;
  remove(): void;
}) {
  useLanguage();
  const { file, change, writeHere, remove } = props;
  const [isNaming, setIsNaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const client = useClient();

  const rename = async (filename: string): Promise<void> => {
    setIsNaming(false);
    requestAnimationFrame(() => pencil.current?.focus());
    if (filename.trim() === "" || filename === file.filename) return;
    await succeeds(
      client.attachments.rename
        .mutate({ id: file.id, filename })
        .then((named) => change((now) => now.map((each) => (each.id === named.id ? named : each)))),
    );
  };

  return (
    <li className={itemClass}>
      {file.kind === "image" && file.isHere ? (
        <img
          src={fileAddress(file)}
          alt=""
          className="size-9 flex-none rounded-[4px] bg-sunken object-cover"
        />
      ) : (
        <span className="flex size-9 flex-none items-center justify-center rounded-[4px] bg-sunken">
          <FileIcon file={file} />
        </span>
      )}
      {isNaming ? (
        <NameField
          filename={file.filename}
          done={(filename) => void rename(filename)}
          cancel={() => void rename(file.filename)}
        />
      ) : (
        <>
          <div className="min-w-0 grow">
            <p className="truncate text-small" title={file.filename}>
              {file.filename}
            </p>
            <p className="text-meta text-text-3">{fileSize(file.sizeBytes)}</p>
          </div>
          {file.kind === "audio" && writeHere !== undefined && (
            <TranscribeButton file={file} writeHere={writeHere} isNarrow />
          )}
          <button
            ref={pencil}
            type="button"
            className="icon-button"
            aria-label={attachmentStrings.rename(file.filename)}
            title={attachmentStrings.rename(file.filename)}
            onClick={() => setIsNaming(true)}
          >
            <Pencil size={14} strokeWidth={1.75} aria-hidden />
          </button>
          <button
            type="button"
            data-remove
            className="icon-button"
            aria-label={attachmentStrings.remove(file.filename)}
            title={attachmentStrings.remove(file.filename)}
            onClick={remove}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </>
      )}
    </li>
  );
}

function NameField(props: {
  readonly filename: string;
  done(filename: string): void;
  cancel(): void;
}) {
  useLanguage();
  const isOver = useRef(false);
  const end = (act: () => void): void => {
    // Removing a focused field fires `blur` again.
    if (isOver.current) return;
    isOver.current = true;
    act();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    if (event.key === "Enter") end(() => props.done(value));
    else if (event.key === "Escape") end(props.cancel);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      className="h-8 min-w-0 grow rounded-control border border-border-strong bg-surface px-2 text-small"
      aria-label={attachmentStrings.nameHelp}
      title={attachmentStrings.nameHelp}
      defaultValue={props.filename}
      autoFocus
      onFocus={(event) => {
        const { value } = event.currentTarget;
        const dot = value.lastIndexOf(".");
        event.currentTarget.setSelectionRange(0, dot > 0 ? dot : value.length);
      }}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        const { value } = event.currentTarget;
        end(() => props.done(value));
      }}
    />
  );
}

function UploadItem({ upload, uploads }: { readonly upload: Upload; readonly uploads: Uploads }) {
  useLanguage();
  const { key, file, part, problem } = upload;
  const drop = problem === null ? attachmentStrings.cancel : attachmentStrings.dismiss;
  return (
    <li
      className={`${itemClass} ${problem === null ? "" : "w-full! border-danger bg-danger-soft!"}`}
    >
      <span className="flex size-9 flex-none items-center justify-center rounded-[4px] bg-sunken">
        <FileIcon file={{ type: file.type, externalLink: "" }} />
      </span>
      <div className="min-w-0 grow">
        <p className="truncate text-small" title={file.name}>
          {file.name}
        </p>
        {problem !== null && <p className="text-meta text-danger">{problem}</p>}
        {problem === null && part === null && (
          <p className="text-meta text-text-3">{attachmentStrings.waiting}</p>
        )}
        {problem === null && part !== null && (
          <progress
            className="upload-progress mt-1 block w-full"
            aria-label={attachmentStrings.uploading(file.name)}
            value={part}
          />
        )}
      </div>
      {problem !== null && (
        <button
          type="button"
          className="icon-button"
          aria-label={attachmentStrings.tryNamedAgain(file.name)}
          title={attachmentStrings.tryAgain}
          onClick={() => uploads.tryAgain(key)}
        >
          <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={drop(file.name)}
        title={drop(file.name)}
        onClick={() => uploads.drop(key)}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </li>
  );
}

/** Reports a failure; resolves to false if there was one. */
async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    useFeedback.getState().fail(describeError(error));
    return false;
  }
}
