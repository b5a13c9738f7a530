import type { AttachmentView } from "@tidemark/core/router";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { componentOnDemand } from "../lazy/lazy-component.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { fileAddress } from "./file-address.ts";
import { fileSize } from "./file-size.ts";
import { attachmentStrings } from "./strings.ts";

const PdfViewer = componentOnDemand(
  async () => (await import("../viewer/pdf/pdf-viewer.tsx")).PdfViewer,
);

interface PdfRowProps {
  readonly file: AttachmentView;
  readonly className: string;
  readonly children: ReactNode;
}

/** Row of a PDF on this device, which opens in the window and can be downloaded. */
export function PdfRow({ file, className, children }: PdfRowProps) {
  useLanguage();
  const size = fileSize(file.sizeBytes);
  const downloadName = attachmentStrings.download(file.filename, size);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={attachmentStrings.openFile(file.filename, size)}
        aria-haspopup="dialog"
        className={className}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      <a
        href={fileAddress(file)}
        download={file.filename}
        aria-label={downloadName}
        title={attachmentStrings.downloadPlain}
        className="icon-button flex-none"
      >
        <Download size={16} strokeWidth={1.75} aria-hidden />
      </a>
      <OpenedOnce isOpen={isOpen}>
        <PdfViewer
          address={fileAddress(file)}
          filename={file.filename}
          downloadName={downloadName}
          isOpen={isOpen}
          close={() => setIsOpen(false)}
        />
      </OpenedOnce>
    </>
  );
}
