import { Dialog } from "@base-ui/react/dialog";
import { Download, Minus, Plus, X } from "lucide-react";
import { createPortal } from "react-dom";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { pressedKeys } from "../../keys/pressed-keys.ts";
import { useLanguage, writtenAs } from "../../language/language.ts";
import { pdfStrings } from "./strings.ts";
import { openPdf, type OpenPdf } from "./open-pdf.ts";
import { PdfPage } from "./pdf-page.tsx";

interface PdfViewerProps {
  /** Address of the file. */
  readonly address: string;
  readonly filename: string;
  /** Label of the download link. */
  readonly downloadName: string;
  readonly isOpen: boolean;
  close(): void;
}

/** Window with a PDF: its pages one below another, as wide as there is room unless the user zooms. */
export function PdfViewer(props: PdfViewerProps) {
  const { address, filename, downloadName, isOpen, close } = props;
  useLanguage();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col bg-sunken outline-none">
          <div className="flex min-h-12 flex-none flex-wrap items-center gap-x-2 border-b border-border bg-surface px-3 py-1">
            <Dialog.Title className="min-w-0 flex-1 truncate text-ui font-medium">
              {filename}
            </Dialog.Title>
            <div
              ref={setTools}
              className="flex items-center justify-center max-[720px]:order-last max-[720px]:basis-full"
            />
            <div className="flex flex-1 justify-end gap-1">
              <a
                href={address}
                download={filename}
                aria-label={downloadName}
                title={pdfStrings.download}
                className="icon-button"
              >
                <Download size={18} strokeWidth={1.75} aria-hidden />
              </a>
              <Dialog.Close
                className="icon-button"
                aria-label={pdfStrings.close}
                title={pdfStrings.close}
              >
                <X size={18} strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
            </div>
          </div>
          <Content key={address} address={address} tools={tools} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type State =
  | { readonly type: "opening" }
  | { readonly type: "open"; readonly pdf: OpenPdf }
  | { readonly type: "locked"; readonly wasWrong: boolean; answer(password: string): void }
  | { readonly type: "broken" };

interface ContentProps {
  readonly address: string;
  /** Container for the tools of the pages. */
  readonly tools: HTMLElement | null;
}

function Content({ address, tools }: ContentProps) {
  useLanguage();
  const [state, setState] = useState<State>({ type: "opening" });
  useEffect(() => {
    let isGone = false;
    const showState = (next: State): void => void (!isGone && setState(next));
    const task = openPdf(address, (answer, wasWrong) =>
      showState({ type: "locked", wasWrong, answer }),
    );
    task.opened.then(
      (pdf) => showState({ type: "open", pdf }),
      () => showState({ type: "broken" }),
    );
    return () => {
      isGone = true;
      task.close();
    };
  }, [address]);
  switch (state.type) {
    case "opening":
      return <p className="m-auto text-text-2">{pdfStrings.opening}</p>;
    case "broken":
      return (
        <p role="alert" className="m-auto px-4 text-center text-text-2">
          {pdfStrings.cannotOpen}
        </p>
      );
    case "locked":
      return <PasswordForm wasWrong={state.wasWrong} answer={state.answer} />;
    case "open":
      return <Pages pdf={state.pdf} tools={tools} />;
  }
}

interface PasswordFormProps {
  readonly wasWrong: boolean;
  answer(password: string): void;
}

function PasswordForm({ wasWrong, answer }: PasswordFormProps) {
  useLanguage();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get("password");
    if (typeof password === "string") answer(password);
  };
  return (
    <form onSubmit={submit} className="m-auto flex w-72 flex-col gap-2 px-4">
      <label className="text-small">
        {pdfStrings.pdfPassword}
        <input name="password" type="password" autoComplete="off" className="field mt-1 w-full" />
      </label>
      {wasWrong && (
        <p role="alert" className="text-small text-danger">
          {pdfStrings.pdfPasswordWrong}
        </p>
      )}
      <button type="submit" className="button">
        {pdfStrings.unlock}
      </button>
    </form>
  );
}

const zooms = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];
/** Margin around the pages, in pixels. */
const margin = 32;
const maxWidth = 960;

interface PagesProps {
  readonly pdf: OpenPdf;
  readonly tools: HTMLElement | null;
}

function Pages({ pdf, tools }: PagesProps) {
  useLanguage();
  const list = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [current, setCurrent] = useState(1);
  const count = pdf.document.numPages;

  useEffect(() => {
    if (list.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);

  const fit = Math.min(width - margin, maxWidth) / pdf.width;
  const scale = Math.max(0.1, fit * zoom);
  const step = (by: 1 | -1): void => {
    const next =
      by === 1 ? zooms.find((each) => each > zoom) : zooms.findLast((each) => each < zoom);
    if (next === undefined || list.current === null) return;
    const { scrollTop, scrollHeight } = list.current;
    const place = scrollTop / scrollHeight;
    setZoom(next);
    requestAnimationFrame(() => {
      if (list.current !== null) list.current.scrollTop = place * list.current.scrollHeight;
    });
  };
  const onScroll = (): void => {
    if (list.current === null) return;
    const { top, height } = list.current.getBoundingClientRect();
    const pages = [...list.current.querySelectorAll<HTMLElement>("[data-page]")];
    const at = pages.findLast((page) => page.getBoundingClientRect().top < top + height / 2);
    setCurrent(Number(at?.dataset["page"] ?? 1));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const keys = pressedKeys(event);
    if (keys.includes("+") || keys.includes("=")) step(1);
    else if (keys.includes("-")) step(-1);
    else return;
    event.preventDefault();
  };
  const goTo = (number: number): void => {
    setCurrent(number);
    list.current?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: "start" });
  };

  return (
    <>
      {tools !== null &&
        createPortal(
          <>
            <PageField current={current} count={count} goTo={goTo} />
            <span className="mx-2 h-5 border-s border-border" />
            <button
              type="button"
              className="icon-button"
              aria-label={pdfStrings.smaller}
              title={pdfStrings.smaller}
              disabled={zoom === zooms[0]}
              onClick={() => step(-1)}
            >
              <Minus size={18} strokeWidth={1.75} aria-hidden />
            </button>
            <button
              type="button"
              className="h-8 min-w-14 rounded-control px-1 tabular-nums hover:bg-hover"
              title={pdfStrings.fitWidth}
              onClick={() => setZoom(1)}
            >
              {percent(scale)}
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={pdfStrings.larger}
              title={pdfStrings.larger}
              disabled={zoom === zooms.at(-1)}
              onClick={() => step(1)}
            >
              <Plus size={18} strokeWidth={1.75} aria-hidden />
            </button>
          </>,
          tools,
        )}
      <div
        ref={list}
        className="pdf-pages"
        // Lets keys scroll it.
        tabIndex={0}
        role="document"
        aria-label={pdfStrings.pages(count)}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        {width > 0 &&
          Array.from({ length: count }, (_, at) => (
            <PdfPage key={at} document={pdf.document} number={at + 1} scale={scale} size={pdf} />
          ))}
      </div>
    </>
  );
}

interface PageFieldProps {
  readonly current: number;
  readonly count: number;
  goTo(number: number): void;
}

function PageField({ current, count, goTo }: PageFieldProps) {
  useLanguage();
  /** Typed text, which may not be a page yet. */
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <label className="flex flex-none items-center gap-1.5 text-small">
      <span className="sr-only">{pdfStrings.pageNumber}</span>
      <input
        type="number"
        min={1}
        max={count}
        value={draft ?? current}
        className="pdf-number field text-end tabular-nums"
        onChange={({ target }) => {
          setDraft(target.value);
          const number = target.valueAsNumber;
          if (Number.isInteger(number) && number >= 1 && number <= count) goTo(number);
        }}
        onBlur={() => setDraft(null)}
      />
      <span className="whitespace-nowrap text-text-2 tabular-nums">
        {pdfStrings.ofPages(count)}
      </span>
    </label>
  );
}

/** Formats the zoom relative to the printed size: a point is 4/3 of a CSS pixel. */
function percent(scale: number): string {
  return new Intl.NumberFormat(writtenAs(), { style: "percent" }).format((scale * 72) / 96);
}
