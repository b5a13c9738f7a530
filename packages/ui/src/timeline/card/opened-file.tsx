import type { AttachmentView } from "@tidemark/core/router";
import { useState } from "react";
import { fileAddress } from "../../attachments/file-address.ts";
import { fileSize } from "../../attachments/file-size.ts";
import { Lightbox } from "../../attachments/lightbox.tsx";
import { attachmentStrings } from "../../attachments/strings.ts";
import { useLanguage } from "../../language/language.ts";
import { componentOnDemand } from "../../lazy/lazy-component.ts";
import { OpenedOnce } from "../../lazy/opened-once.tsx";

const PdfViewer = componentOnDemand(
  async () => (await import("../../viewer/pdf/pdf-viewer.tsx")).PdfViewer,
);

interface OpenedFileProps {
  readonly files: readonly AttachmentView[];
  /** Id of the opened file; null while closed. */
  readonly id: string | null;
  close(): void;
}

/** Shows an opened file in an overlay: a picture with the memo's other pictures, or a PDF. */
export function OpenedFile({ files, id, close }: OpenedFileProps) {
  useLanguage();
  const images = files.filter((file) => file.kind === "image" && file.externalLink === "");
  const pdf = files.find((file) => file.id === id && file.type === "application/pdf");
  const [last, setLast] = useState(pdf);
  // Keeps the last file to show it while the overlay fades out.
  if (pdf !== undefined && pdf !== last) setLast(pdf);
  const [openId, setOpenId] = useState<string | null>(null);
  const [at, setAt] = useState<number | null>(null);
  if (id !== openId) {
    setOpenId(id);
    const index = images.findIndex((image) => image.id === id);
    setAt(index === -1 ? null : index);
  }
  return (
    <>
      <Lightbox
        images={images}
        at={at}
        show={(next) => {
          setAt(next);
          if (next === null) close();
        }}
      />
      <OpenedOnce isOpen={pdf !== undefined}>
        {last !== undefined && (
          <PdfViewer
            address={fileAddress(last)}
            filename={last.filename}
            downloadName={attachmentStrings.download(last.filename, fileSize(last.sizeBytes))}
            isOpen={pdf !== undefined}
            close={close}
          />
        )}
      </OpenedOnce>
    </>
  );
}
