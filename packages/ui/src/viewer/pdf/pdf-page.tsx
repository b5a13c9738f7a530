import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from "pdfjs-dist";
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { pdfStrings } from "./strings.ts";
import { pixelRatio } from "./open-pdf.ts";

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  readonly number: number;
  /** CSS pixels per point. */
  readonly scale: number;
  /** Size in points, until the page itself is read. */
  readonly size: { readonly width: number; readonly height: number };
}

/** Page of a PDF. It is drawn while it is near the viewport, with selectable text above its picture. */
export function PdfPage({ document, number, scale, size }: PdfPageProps) {
  useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const isNear = useIsNear(box);

  useEffect(() => {
    if (!isNear || page !== null) return;
    let isGone = false;
    document.getPage(number).then(
      (read) => !isGone && setPage(read),
      // A page that cannot be read stays empty; the others are shown.
      () => undefined,
    );
    return () => void (isGone = true);
  }, [document, number, isNear, page]);

  const viewport = page?.getViewport({ scale });
  const style: CSSProperties & Record<"--total-scale-factor", number> = {
    inlineSize: viewport?.width ?? size.width * scale,
    blockSize: viewport?.height ?? size.height * scale,
    "--total-scale-factor": scale,
  };
  return (
    <div
      ref={box}
      className="pdf-page"
      role="group"
      aria-label={pdfStrings.page(number, document.numPages)}
      data-page={number}
      style={style}
    >
      {page !== null && isNear && <Drawn page={page} scale={scale} />}
    </div>
  );
}

function Drawn({ page, scale }: { readonly page: PDFPageProxy; readonly scale: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [onto, container] = [canvas.current, words.current];
    if (onto === null || container === null) return;
    const shown = page.getViewport({ scale });
    const ratio = pixelRatio(shown.width, shown.height);
    // Drawn separately, so the old picture stays until the new one is complete.
    const fresh = window.document.createElement("canvas");
    fresh.width = Math.floor(shown.width * ratio);
    fresh.height = Math.floor(shown.height * ratio);
    const drawing = page.render({
      canvas: fresh,
      viewport: page.getViewport({ scale: scale * ratio }),
    });
    drawing.promise.then(
      () => {
        onto.width = fresh.width;
        onto.height = fresh.height;
        onto.getContext("2d")?.drawImage(fresh, 0, 0);
      },
      () => undefined,
    );
    container.replaceChildren();
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: shown,
    });
    layer.render().catch(() => undefined);
    return () => {
      drawing.cancel();
      layer.cancel();
    };
  }, [page, scale]);
  return (
    <>
      <canvas ref={canvas} aria-hidden />
      <div ref={words} className="pdf-words" dir="ltr" />
    </>
  );
}

function useIsNear(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { root: box.current.closest(".pdf-pages"), rootMargin: "100% 0px" },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return isNear;
}
