import type { MemoView } from "@tidemark/core/router";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { describeError, useClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { firstLine } from "../memo/first-line.ts";
import { type PrintJob, usePrinting } from "../state/printing.ts";
import { listedBy, useViewAddress } from "../state/view-address.ts";
import { useMemoName } from "../tags/memo-words.tsx";
import { applyTheme, useTheme } from "../theme/theme.ts";
import { momentLabel } from "../time/day-label.ts";
import { useScreenTitle } from "../timeline/screen/use-screen-title.ts";
import { wantAllImages, writeAddresses } from "./for-paper.ts";
import { maxPrinted, type Printed, readList } from "./read-printed.ts";
import { PrintedMemo } from "./printed-memo.tsx";
import { printStrings } from "./strings.ts";

/** Time without changes in milliseconds after which formulas, colours and diagrams are rendered. */
const quietMs = 250;
/** Maximum wait for images, in milliseconds. */
const longestMs = 8000;

/** Prints the current job with the system's dialog, which may print to a file. */
export function PrintSheet() {
  useLanguage();
  const job = usePrinting((state) => state.job);
  const client = useClient();
  const address = useViewAddress();
  const [printed, setPrinted] = useState<{ job: PrintJob; what: Printed } | null>(null);
  const latest = useRef(address);
  latest.current = address;
  useEffect(() => {
    if (job === null) return;
    const left = new AbortController();
    const { signal } = left;
    useFeedback.getState().announce(printStrings.preparing);
    const read =
      job.kind === "memo"
        ? client.memos.get
            .query({ id: job.id }, { signal })
            .then((memo): Printed => ({ memos: [memo], hasMore: false, readMs: Date.now() }))
        : readList(client, { ...listedBy(latest.current), pinned: null }, signal);
    read.then(
      (what) => signal.aborted || setPrinted({ job, what }),
      (error: unknown) => {
        if (signal.aborted) return;
        usePrinting.setState({ job: null });
        useFeedback.getState().fail(describeError(error));
      },
    );
    return () => left.abort();
  }, [job, client]);
  if (job === null || printed?.job !== job) return null;
  return <Sheet key={job.number} job={job} what={printed.what} />;
}

function Sheet({ job, what }: { readonly job: PrintJob; readonly what: Printed }) {
  useLanguage();
  const sheet = useRef<HTMLDivElement>(null);
  const listTitle = useScreenTitle(useViewAddress());
  const name = useMemoName(what.memos[0], titleOf(what.memos[0]));
  const title = job.kind === "memo" ? name : listTitle;
  useEffect(() => {
    const element = sheet.current;
    if (element === null) return;
    const left = new AbortController();
    const before = document.title;
    const done = (): void => {
      if (usePrinting.getState().job === job) usePrinting.setState({ job: null });
    };
    writeAddresses(element);
    wantAllImages(element);
    // Diagrams use the theme's colours.
    applyTheme("light");
    void whenDrawn(element, left.signal).then(() => {
      if (left.signal.aborted) return;
      // Default name of a printed file.
      document.title = title;
      window.addEventListener("afterprint", done, { once: true, signal: left.signal });
      if (what.hasMore) useFeedback.getState().say(printStrings.onlyFirst(maxPrinted));
      window.print();
    });
    return () => {
      left.abort();
      document.title = before;
      applyTheme(useTheme.getState().choice);
    };
  }, [job, what, title]);
  return createPortal(
    <div ref={sheet} className="print-sheet">
      {job.kind === "list" && (
        <header className="printed-head">
          <h1>{title}</h1>
          <p>
            {printStrings.memoCount(what.memos.length)} ·{" "}
            {printStrings.printedOn(momentLabel(what.readMs))}
          </p>
        </header>
      )}
      {what.memos.map((memo) => (
        <PrintedMemo key={memo.id} memo={memo} />
      ))}
    </div>,
    document.body,
  );
}

function titleOf(memo: MemoView | undefined): string {
  return memo === undefined ? "" : firstLine(memo.content);
}

/** Resolves once an element stops changing and its images are loaded. */
function whenDrawn(element: HTMLElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(last);
      signal.removeEventListener("abort", end);
      element.removeEventListener("load", wait, true);
      element.removeEventListener("error", wait, true);
      resolve();
    };
    const look = (): void => {
      const images = [...element.querySelectorAll("img")];
      if (images.every(({ complete }) => complete)) end();
      else wait();
    };
    function wait(): void {
      clearTimeout(timer);
      timer = setTimeout(look, quietMs);
    }
    const observer = new MutationObserver(wait);
    observer.observe(element, { childList: true, subtree: true, attributes: true });
    element.addEventListener("load", wait, true);
    element.addEventListener("error", wait, true);
    signal.addEventListener("abort", end, { once: true });
    const last = setTimeout(end, longestMs);
    wait();
  });
}
