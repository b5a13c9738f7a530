import type { TransferJob, TransferOutcome, TransferRow } from "@tidemark/core/router";
import { useId, useState } from "react";
import { copyText } from "../feedback/copy-text.ts";
import { useLanguage, writtenAs } from "../language/language.ts";
import { transferStrings } from "./strings.ts";
import { useTransferRows } from "./use-transfer.ts";
import { wordsOfRow } from "./words.ts";

const outcomes: readonly TransferOutcome[] = ["new", "same", "skipped", "problem"];

/** Notes of a source with their outcomes, those that need attention first; all or one outcome. */
export function ImportTable({ job }: { readonly job: TransferJob }) {
  useLanguage();
  const [outcome, setOutcome] = useState<TransferOutcome | null>(null);
  const { data } = useTransferRows(job, outcome);
  const name = useId();
  const { counts } = job;
  if (counts === null) return null;
  const countOf = {
    new: counts.new,
    same: counts.same,
    skipped: counts.skipped,
    problem: counts.problems,
  };
  const all = counts.new + counts.same + counts.skipped + counts.problems;
  const rows = data?.rows ?? [];
  const left = (data?.total ?? 0) - rows.length;
  return (
    <>
      <fieldset className="mt-3 flex flex-wrap gap-1.5">
        <legend className="sr-only">{transferStrings.filter}</legend>
        <Choice
          name={name}
          label={transferStrings.all}
          count={all}
          isChosen={outcome === null}
          choose={() => setOutcome(null)}
        />
        {outcomes.map((each) => (
          <Choice
            key={each}
            name={name}
            label={transferStrings.outcomes[each]}
            count={countOf[each]}
            tone={each}
            isChosen={outcome === each}
            choose={() => setOutcome(each)}
          />
        ))}
      </fieldset>
      <div
        // Focusable, to be scrolled by keys.
        tabIndex={0}
        role="region"
        aria-label={transferStrings.rows}
        aria-busy={data === undefined}
        className="mt-2 h-72 overflow-y-auto rounded-control border border-border"
      >
        {data !== undefined && rows.length === 0 && (
          <p className="p-3 text-small text-text-3">{transferStrings.noRows}</p>
        )}
        <ul>
          {rows.map((row, at) => (
            <Line key={`${at} ${row.path}`} row={row} />
          ))}
        </ul>
        {left > 0 && (
          <p className="border-t border-hairline px-3 py-2 text-small text-text-3">
            {transferStrings.moreRows(left)}
          </p>
        )}
      </div>
      {(outcome === "problem" || outcome === "skipped") && rows.length > 0 && (
        <button
          type="button"
          className="button mt-2 self-start"
          onClick={() => void copyText(rows.map(asText).join("\n"))}
        >
          {transferStrings.copyRows}
        </button>
      )}
    </>
  );
}

const tones = {
  new: "text-ok",
  same: "text-text-3",
  skipped: "text-warn",
  problem: "text-danger",
} as const;

function Choice(props: {
  readonly name: string;
  readonly label: string;
  readonly count: number;
  readonly tone?: TransferOutcome;
  readonly isChosen: boolean;
  choose(): void;
}) {
  const { name, label, count, tone, isChosen, choose } = props;
  return (
    <label className="relative flex min-h-8 items-center gap-1.5 rounded-control border border-border px-2.5 text-small focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent has-checked:border-accent has-checked:bg-accent-soft pointer-coarse:min-h-11">
      <input
        type="radio"
        name={name}
        className="absolute inset-0 opacity-0"
        checked={isChosen}
        onChange={choose}
      />
      {label}{" "}
      <span
        className={`tabular-nums ${tone === undefined || count === 0 ? "text-text-3" : tones[tone]}`}
      >
        {new Intl.NumberFormat(writtenAs()).format(count)}
      </span>
    </label>
  );
}

function Line({ row }: { readonly row: TransferRow }) {
  useLanguage();
  const { text, lang } = wordsOfRow(row);
  return (
    <li className="flex gap-3 border-b border-hairline px-3 py-1.5 text-small [content-visibility:auto] [contain-intrinsic-block-size:auto_32px] last:border-b-0 max-rail:flex-col max-rail:gap-0">
      <span className={`w-24 flex-none ${tones[row.outcome]}`}>
        {transferStrings.outcomes[row.outcome]}
      </span>
      <span className="min-w-0 grow [overflow-wrap:anywhere]">
        <bdi>{row.path}</bdi>
        {text !== "" && (
          <span lang={lang} className="block text-text-3">
            {text}
          </span>
        )}
      </span>
    </li>
  );
}

function asText(row: TransferRow): string {
  const { text } = wordsOfRow(row);
  return [transferStrings.outcomes[row.outcome], row.path, text].filter(Boolean).join("\t");
}
