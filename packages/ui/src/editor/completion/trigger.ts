import {
  closeCompletion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completionStatus,
} from "@codemirror/autocomplete";
import { type EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { isInCode } from "../markdown/in-code.ts";

/** Pattern after which the editor offers completions. */
export interface Trigger {
  /** Must end at the caret. A choice replaces the match in the caret's line. */
  readonly pattern: RegExp;
  /** Returns the completions for a match that begins at `from`; `null` for none. */
  offer(
    found: RegExpExecArray,
    from: number,
    context: CompletionContext,
  ): CompletionResult | null | Promise<CompletionResult | null>;
}

/** Number of characters before the caret that are matched; longer than any match. */
const maxLength = 200;

interface Found {
  readonly match: RegExpExecArray;
  readonly from: number;
}

function find({ pattern }: Trigger, state: EditorState, head: number): Found | null {
  const start = Math.max(state.doc.lineAt(head).from, head - maxLength);
  const match = pattern.exec(state.sliceDoc(start, head));
  return match === null ? null : { match, from: start + match.index };
}

const dismiss = StateEffect.define<number>();

/** Start of the match that was dismissed with Escape; nothing is offered there again. */
const dismissed = StateField.define<number | null>({
  create: () => null,
  update(at, { changes, effects }) {
    let next = at === null ? null : changes.mapPos(at, -1);
    for (const effect of effects) if (effect.is(dismiss)) next = effect.value;
    return next;
  },
});

/** Returns the CodeMirror source of a trigger. It offers nothing in code and where Escape was pressed. */
export function sourceOf(trigger: Trigger): CompletionSource {
  const source = (context: CompletionContext): ReturnType<CompletionSource> => {
    const { state, pos } = context;
    const found = find(trigger, state, pos);
    if (found === null || isInCode(state, pos)) return null;
    if (!context.explicit && state.field(dismissed, false) === found.from) return null;
    const offered = trigger.offer(found.match, found.from, context);
    return offered === null || offered instanceof Promise ? offered : { ...offered, update };
  };
  // Synchronous results follow each key. Otherwise a row chosen while the next list loads would be neither
  // inserted nor refused.
  const update: NonNullable<CompletionResult["update"]> = (_, _from, _to, context) => {
    const offered = source(context);
    return offered instanceof Promise ? null : offered;
  };
  return source;
}

/** Makes Escape dismiss an open list for good, and keeps a pending search from swallowing the key. */
export function escapeKey(triggers: readonly Trigger[]): Extension {
  const run = (view: EditorView): boolean => {
    const status = completionStatus(view.state);
    if (status === "pending") closeCompletion(view);
    if (status !== "active") return false;
    const { head } = view.state.selection.main;
    const found = triggers.map((trigger) => find(trigger, view.state, head));
    const from = found.find((each) => each !== null)?.from;
    if (from !== undefined) view.dispatch({ effects: dismiss.of(from) });
    return false;
  };
  return [dismissed, Prec.highest(keymap.of([{ key: "Escape", run }]))];
}
