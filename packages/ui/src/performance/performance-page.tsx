import { Copy, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "../feedback/copy-text.ts";
import { useLanguage, writtenAs } from "../language/language.ts";
import { MenuButton } from "../timeline/screen/menu-button.tsx";
import { type Measures, readMeasures, startMeasuring } from "./measures.ts";
import { performanceStrings } from "./strings.ts";

// The page's code loads while the window is idle, long before the page is opened.
startMeasuring();

interface Row {
  readonly what: string;
  /** Measured value; null if there is none yet. */
  readonly measured: string | null;
  readonly goal: string;
  readonly isOver: boolean;
}

/** Page with this window's measurements and the project's targets, for bug reports. */
export function PerformancePage() {
  useLanguage();
  const [measures, setMeasures] = useState(readMeasures);
  const rows = rowsOf(measures);
  useEffect(() => {
    document.title = `${performanceStrings.title} - Tidemark`;
  });
  const copy = (): void => {
    const text = [performanceStrings.title, navigator.userAgent, ...rows.map(lineOf)].join("\n");
    void copyText(text);
  };
  return (
    <main className="min-w-0 grow overflow-y-auto">
      <header className="flex h-14 items-center gap-3 px-4">
        <MenuButton />
        <h1 className="text-title font-[620] tracking-[-0.014em]">{performanceStrings.title}</h1>
      </header>
      <div className="max-w-[712px] px-4 pb-16">
        <p className="text-text-2">{performanceStrings.about}</p>
        <table className="my-5 w-full text-start">
          <thead className="text-small text-text-2">
            <tr>
              <Heading>{performanceStrings.what}</Heading>
              <Heading isNumber>{performanceStrings.measured}</Heading>
              <Heading isNumber>{performanceStrings.goal}</Heading>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.what} className="border-t border-rule">
                <th scope="row" className="py-2 pe-3 text-start font-normal">
                  {row.what}
                </th>
                <td
                  className={`py-2 pe-3 text-end whitespace-nowrap tabular-nums ${row.isOver ? "text-warn" : ""}`}
                >
                  {row.measured ?? <span className="text-text-3">{performanceStrings.notYet}</span>}
                </td>
                <td className="py-2 text-end text-text-2 whitespace-nowrap tabular-nums">
                  {row.goal}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={copy}>
            <Copy size={16} strokeWidth={1.75} aria-hidden />
            {performanceStrings.copy}
          </button>
          <button type="button" className="button" onClick={() => setMeasures(readMeasures())}>
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
            {performanceStrings.refresh}
          </button>
        </div>
      </div>
    </main>
  );
}

function Heading(props: { readonly children: string; readonly isNumber?: boolean }) {
  const side = props.isNumber === true ? "text-end" : "text-start";
  return (
    <th scope="col" className={`pb-2 font-medium not-last:pe-3 ${side}`}>
      {props.children}
    </th>
  );
}

function lineOf({ what, measured, goal }: Row): string {
  return `${what}: ${measured ?? performanceStrings.notYet} (${goal})`;
}

function rowsOf(measures: Measures): readonly Row[] {
  const { startMs, keys, clicks, backs, lateFrames, longestTaskMs, heapBytes } = measures;
  const row = (
    what: string,
    value: number | null,
    goal: number,
    say: (value: number) => string,
  ): Row => ({
    what,
    measured: value === null ? null : say(value),
    goal: `≤ ${say(goal)}`,
    isOver: value !== null && value > goal,
  });
  /** Browsers report no durations shorter than a frame. */
  const times = (what: string, of: Measures["keys"], part: "p50" | "p95", goal: number): Row => {
    const value = of?.[part] ?? null;
    const plain = row(what, value, goal, milliseconds);
    return of !== null && value === null ? { ...plain, measured: `< ${milliseconds(16)}` } : plain;
  };
  return [
    row(performanceStrings.start, startMs, 1500, milliseconds),
    times(performanceStrings.keyHalf, keys, "p50", 16),
    times(performanceStrings.key, keys, "p95", 34),
    times(performanceStrings.click, clicks, "p95", 50),
    times(performanceStrings.back, backs, "p95", 100),
    row(performanceStrings.lateFrames, lateFrames, 0.01, percent),
    row(performanceStrings.longestTask, longestTaskMs, 50, milliseconds),
    row(performanceStrings.heap, heapBytes === null ? null : heapBytes / 1e6, 90, megabytes),
  ];
}

function milliseconds(value: number): string {
  return unit(value, "millisecond");
}

function megabytes(value: number): string {
  return unit(value, "megabyte");
}

function unit(value: number, name: "millisecond" | "megabyte"): string {
  const options = { style: "unit", unit: name, maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(writtenAs(), options).format(value);
}

function percent(value: number): string {
  const options = { style: "percent", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(writtenAs(), options).format(value);
}
