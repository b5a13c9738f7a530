// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of an address cannot be imported.
/// <reference path="./pdf-worker-url.d.ts" />

import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, version } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- the address of the file, not the module in it.
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerAddress;

/** Address of fonts and other files that a PDF may lack: see `packages/ui/build/pdf-files.ts`. */
const filesAddress = `/assets/pdf-${version}`;
/** Maximum number of pixels of a page, at any zoom. */
const maxPixels = 24_000_000;

export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** Size of the first page in points, assumed for the others until they are read. */
  readonly width: number;
  readonly height: number;
}

export interface PdfTask {
  readonly opened: Promise<OpenPdf>;
  close(): void;
}

/**
 * Opens a PDF in a worker, which loads parts of it as needed. Its scripts and forms are disabled.
 * `askPassword` is called for a locked PDF, and again after a wrong password.
 */
export function openPdf(
  address: string,
  askPassword: (answer: (password: string) => void, wasWrong: boolean) => void,
): PdfTask {
  const task = getDocument({
    url: address,
    cMapUrl: `${filesAddress}/cmaps/`,
    standardFontDataUrl: `${filesAddress}/standard_fonts/`,
    wasmUrl: `${filesAddress}/wasm/`,
    enableXfa: false,
    canvasMaxAreaInBytes: maxPixels * 4,
  });
  let isAsked = false;
  task.onPassword = (answer: (password: string) => void) => {
    askPassword(answer, isAsked);
    isAsked = true;
  };
  return {
    opened: task.promise.then(async (document) => {
      const first = await document.getPage(1);
      const { width, height } = first.getViewport({ scale: 1 });
      return { document, width, height };
    }),
    close: () => void task.destroy(),
  };
}

/** Returns the number of canvas pixels for each CSS pixel that keeps a page within the limit. */
export function pixelRatio(width: number, height: number): number {
  return Math.min(devicePixelRatio, Math.sqrt(maxPixels / Math.max(1, width * height)));
}
