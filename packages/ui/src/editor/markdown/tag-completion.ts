import {
  autocompletion,
  closeCompletion,
  type CompletionContext,
  completionStatus,
} from "@codemirror/autocomplete";
import { Prec, type Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

/** A tag that can be offered, with how many memos have it. */
export interface OfferedTag {
  readonly tag: string;
  readonly count: number;
}

const maxOffered = 50;

/** Offers the profile's tags after `#`, the most used first. */
export function tagCompletion(tags: () => readonly OfferedTag[]): Extension {
  const offer = (context: CompletionContext) => {
    const typed = context.matchBefore(/#[\p{L}\p{M}\p{N}_\-+&/'’]*/u);
    if (typed === null) return null;
    const wanted = typed.text.slice(1).toLocaleLowerCase();
    const found = tags()
      .filter(({ tag }) => tag.toLocaleLowerCase().includes(wanted) && tag !== typed.text.slice(1))
      .sort((a, b) => startsWith(b, wanted) - startsWith(a, wanted) || b.count - a.count)
      .slice(0, maxOffered);
    if (found.length === 0) return null;
    return {
      from: typed.from,
      filter: false,
      options: found.map(({ tag, count }) => ({
        label: `#${tag}`,
        detail: String(count),
        apply: `#${tag} `,
      })),
    };
  };
  return [
    Prec.highest(keymap.of([{ key: "Escape", run: endPendingSearch }])),
    autocompletion({ override: [offer], icons: false, maxRenderedOptions: maxOffered }),
  ];
}

/** Escape closes what is open; a search for tags that shows nothing yet must not swallow it. */
function endPendingSearch(view: EditorView): boolean {
  if (completionStatus(view.state) === "pending") closeCompletion(view);
  return false;
}

function startsWith({ tag }: OfferedTag, wanted: string): number {
  return tag.toLocaleLowerCase().startsWith(wanted) ? 1 : 0;
}
