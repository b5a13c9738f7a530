import { useQueryClient } from "@tanstack/react-query";
import type { LibraryFile } from "@tidemark/core/router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { fileAddress } from "../attachments/file-address.ts";
import { fileSize } from "../attachments/file-size.ts";
import { attachmentStrings } from "../attachments/strings.ts";
import { useFetchFile } from "../attachments/use-fetch-file.ts";
import { useLanguage } from "../language/language.ts";
import { componentOnDemand } from "../lazy/lazy-component.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { libraryKey } from "./use-library.ts";

const PdfViewer = componentOnDemand(
  async () => (await import("../viewer/pdf/pdf-viewer.tsx")).PdfViewer,
);

interface OpenFileProps {
  readonly file: LibraryFile;
  /** Index among all files, by which keys find it. */
  readonly at: number;
  readonly className: string;
  readonly children: ReactNode;
}

/** Link or button that opens, downloads or fetches a file. */
export function OpenFile({ file, at, className, children }: OpenFileProps) {
  useLanguage();
  const size = fileSize(file.sizeBytes);
  const common = { className, title: file.filename, "data-library-at": at };
  if (file.externalLink !== "") {
    return (
      <a
        {...common}
        href={file.externalLink}
        target="_blank"
        rel="noreferrer"
        aria-label={attachmentStrings.openLink(file.filename)}
      >
        {children}
      </a>
    );
  }
  if (!file.isHere) return <FetchButton {...{ file, common }}>{children}</FetchButton>;
  if (file.type === "application/pdf") {
    return <PdfButton {...{ file, common }}>{children}</PdfButton>;
  }
  return (
    <a
      {...common}
      href={fileAddress(file)}
      download={file.filename}
      aria-label={attachmentStrings.download(file.filename, size)}
    >
      {children}
    </a>
  );
}

interface PartProps {
  readonly file: LibraryFile;
  readonly common: {
    readonly className: string;
    readonly title: string;
    readonly "data-library-at": number;
  };
  readonly children: ReactNode;
}

function FetchButton({ file, common, children }: PartProps) {
  useLanguage();
  const queries = useQueryClient();
  const { isFetching, fetchFile } = useFetchFile(file);
  const wasFetching = useRef(false);
  // The change feed doesn't report a file without a memo.
  useEffect(() => {
    if (wasFetching.current && !isFetching) {
      void queries.invalidateQueries({ queryKey: libraryKey });
    }
    wasFetching.current = isFetching;
  }, [isFetching, queries]);
  return (
    <button
      {...common}
      type="button"
      aria-label={attachmentStrings.fetch(file.filename)}
      disabled={isFetching}
      onClick={fetchFile}
    >
      {children}
    </button>
  );
}

function PdfButton({ file, common, children }: PartProps) {
  useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const size = fileSize(file.sizeBytes);
  return (
    <>
      <button
        {...common}
        type="button"
        aria-label={attachmentStrings.openFile(file.filename, size)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      <OpenedOnce isOpen={isOpen}>
        <PdfViewer
          address={fileAddress(file)}
          filename={file.filename}
          downloadName={attachmentStrings.download(file.filename, size)}
          isOpen={isOpen}
          close={() => setIsOpen(false)}
        />
      </OpenedOnce>
    </>
  );
}
