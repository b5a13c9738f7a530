import type { Completion } from "@codemirror/autocomplete";
import { memoLink } from "@tidemark/core/markdown";
import type { MemoView } from "@tidemark/core/router";
import { firstLine } from "../../memo/first-line.ts";
import { dayLabel } from "../../time/day-label.ts";
import type { WritingHelp } from "./help.ts";
import { findHits, excerptOf, wordsOf } from "./hits.ts";
import { labelOf, rowOf } from "./option-row.ts";
import type { Trigger } from "./trigger.ts";

const maxOffered = 8;
/** Of these, those come first that have the words in their first line. */
const maxAsked = 32;

/** `[[` and words offer the memos that have them; a choice writes a link, which is a reference too. */
export function memoTrigger({ client, memoId }: WritingHelp): Trigger {
  return {
    pattern: /\[\[(?<words>[^[\]]{0,100})$/u,
    async offer({ groups }, from, context) {
      const words = wordsOf(groups?.["words"] ?? "");
      const controller = new AbortController();
      // An answer that another key overtook is not waited for.
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

/** Each word as it is: none of them is an operator of the search. */
export function searchFor(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(" ");
}

function titleHits(title: string, words: readonly string[]): number {
  const folded = title.toLocaleLowerCase();
  return words.every((word) => folded.includes(word.toLocaleLowerCase())) ? 1 : 0;
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
        // What closes the brackets may stand there already.
        const end = state.sliceDoc(to, to + 2) === "]]" ? to + 2 : to;
        const insert = linkTo(memo.id, title);
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

/** A link to a memo as Markdown. */
export function linkTo(id: string, title: string): string {
  // Nothing in a title begins or ends anything; tags are no tags inside a link (M6).
  const text = title.replaceAll(/[\\[\]`<*_]/g, String.raw`\$&`);
  return `[${text}](${memoLink(id)})`;
}
