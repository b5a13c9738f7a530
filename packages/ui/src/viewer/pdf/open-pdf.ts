// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of an address cannot be imported.
/// <reference path="./pdf-worker-url.d.ts" />

import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, version } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- the address of the file, not the module in it.
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerAddress;

/** What PDFs may lack and readers have: see `packages/ui/build/pdf-files.ts`. */
const filesAddress = `/assets/pdf-${version}`;
/** A page has no more pixels than this, however far it is enlarged. */
const maxPixels = 24_000_000;

export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** In points, of the first page: the others are taken to be as large until they are read. */
  readonly width: number;
  readonly height: number;
}

export interface PdfTask {
  readonly opened: Promise<OpenPdf>;
  close(): void;
}

/**
 * Reads a PDF in a worker, parts of it as they are needed. Scripts and forms in it do nothing.
 * `askPassword` is called for one that is locked, again when a password was wrong.
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

/** How many canvas pixels a CSS pixel has, so that a page stays within the limit. */
export function pixelRatio(width: number, height: number): number {
  return Math.min(devicePixelRatio, Math.sqrt(maxPixels / Math.max(1, width * height)));
}
