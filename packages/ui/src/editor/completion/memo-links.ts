import { bareLetters } from "@tidemark/core/same-letters";
import type { Completion } from "@codemirror/autocomplete";
import { memoLink } from "@tidemark/core/markdown";
import type { MemoView } from "@tidemark/core/router";
import { firstLine } from "../../memo/first-line.ts";
import { isBlurredNow } from "../../tags/blur.ts";
import { dayKey, dayLabel } from "../../time/day-label.ts";
import type { WritingHelp } from "./help.ts";
import { labelOf, rowOf } from "./option-row.ts";
import type { Trigger } from "./trigger.ts";

const maxOffered = 8;
/** Number of memos to query; matches in the first line are offered first. */
const maxAsked = 32;

/** Amount of text shown before and after the first match, in UTF-16 units. */
const shownBefore = 24;
const shownAfter = 80;

/** Offers memos with the words after `[[`. Choosing one writes a link, which also counts as a reference. */
export function memoTrigger({ client, memoId }: WritingHelp): Trigger {
  return {
    pattern: /\[\[(?<words>[^[\]]{0,100})$/u,
    async offer({ groups }, from, context) {
      const words = wordsOf(groups?.["words"] ?? "");
      const controller = new AbortController();
      // A newer key aborts the query.
      context.addEventListener("abort", () => controller.abort(), { onDocChange: true });
      const memos = await client.memos.list
        .query(
          { search: searchFor(words), pageSize: maxAsked, withOthers: words.length > 0 },
          { signal: controller.signal },
        )
        .then((page) => page.memos)
        .catch(() => []);
      const rows = memos
        .filter(({ id, content }) => id !== memoId && content.trim() !== "")
        .map((memo) => ({ memo, title: firstLine(memo.content) }))
        .sort((a, b) => titleHits(b.title, words) - titleHits(a.title, words))
        .slice(0, maxOffered)
        .map(({ memo, title }) => row(memo, title, words));
      if (rows.length === 0) return null;
      return {
        from,
        filter: false,
        options: rows,
        getMatch: ({ label, displayLabel }) =>
          displayLabel === undefined ? findHits(label, words).flat() : [],
      };
    },
  };
}

/** Quotes each word, so that none is an operator of the search. */
export function searchFor(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(" ");
}

function titleHits(title: string, words: readonly string[]): number {
  const folded = bareLetters(title);
  return words.every((word) => folded.includes(bareLetters(word))) ? 1 : 0;
}

function row(memo: MemoView, title: string, words: readonly string[]): Completion {
  const name = labelOf(memo, title);
  const isShort = titleHits(title, words) === 1 || name.displayLabel !== undefined;
  const excerpt = isShort ? null : excerptOf(memo.content, words);
  return rowOf(
    {
      ...name,
      detail: dayLabel(memo.createdMs, Date.now()),
      apply: (view, _chosen, from, to) => {
        const { state } = view;
        // The closing brackets may already be there.
        const end = state.sliceDoc(to, to + 2) === "]]" ? to + 2 : to;
        // The title of a blurred memo would be readable in this text: its day identifies it, too.
        const words = isBlurredNow(memo) ? dayKey(memo.createdMs) : title;
        const insert = linkTo(memo.id, words);
        view.dispatch({
          changes: { from, to: end, insert },
          selection: { anchor: from + insert.length },
          userEvent: "input.complete",
          scrollIntoView: true,
        });
      },
    },
    excerpt === null ? {} : { excerpt },
  );
}

/** Returns a Markdown link to a memo. */
export function linkTo(id: string, title: string): string {
  // Escape syntax in the title. Tags inside a link don't count as tags (M6).
  const text = title.replaceAll(/[\\[\]`<*_]/g, String.raw`\$&`);
  return `[${text}](${memoLink(id)})`;
}

/** Returns the distinct words of the typed text. */
function wordsOf(typed: string): string[] {
  return [...new Set(typed.split(/\s+/).filter((word) => word !== ""))];
}

/** Returns the ranges of the words in a text, in order and without overlaps. */
function findHits(text: string, words: readonly string[]): [from: number, to: number][] {
  if (words.length === 0) return [];
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const pattern = longestFirst.map(escapePattern).join("|");
  return [...text.matchAll(new RegExp(pattern, "giu"))].map(({ index, 0: found }) => [
    index,
    index + found.length,
  ]);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Returns the text around the first match in pieces, every second one a match; `null` without a match. */
export function excerptOf(text: string, words: readonly string[]): string[] | null {
  const plain = text.replaceAll(/\s+/g, " ");
  const [first] = findHits(plain, words);
  if (first === undefined) return null;
  const start = first[0] <= shownBefore ? 0 : plain.indexOf(" ", first[0] - shownBefore) + 1;
  const from = start === 0 || start > first[0] ? Math.max(0, first[0] - shownBefore) : start;
  const piece = (from > 0 ? "…" : "") + plain.slice(from, first[1] + shownAfter);
  const pieces: string[] = [];
  let end = 0;
  for (const [at, to] of findHits(piece, words)) {
    pieces.push(piece.slice(end, at), piece.slice(at, to));
    end = to;
  }
  return [...pieces, piece.slice(end)];
}
