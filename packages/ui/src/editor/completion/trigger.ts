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

/** What makes the editor offer something while one writes. */
export interface Trigger {
  /** Ends at the caret; what it finds in the caret's line is what a choice replaces. */
  readonly pattern: RegExp;
  /** What to offer for what was found, which begins at `from`; null: nothing. */
  offer(
    found: RegExpExecArray,
    from: number,
    context: CompletionContext,
  ): CompletionResult | null | Promise<CompletionResult | null>;
}

/** Longer than whatever is replaced. */
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

/** Where what was closed with Escape began; it is left as it is typed. */
const dismissed = StateField.define<number | null>({
  create: () => null,
  update(at, { changes, effects }) {
    let next = at === null ? null : changes.mapPos(at, -1);
    for (const effect of effects) if (effect.is(dismiss)) next = effect.value;
    return next;
  },
});

/** The trigger as CodeMirror asks for it: silent in code, and where Escape was pressed. */
export function sourceOf(trigger: Trigger): CompletionSource {
  const source = (context: CompletionContext): ReturnType<CompletionSource> => {
    const { state, pos } = context;
    const found = find(trigger, state, pos);
    if (found === null || isInCode(state, pos)) return null;
    if (!context.explicit && state.field(dismissed, false) === found.from) return null;
    const offered = trigger.offer(found.match, found.from, context);
    return offered === null || offered instanceof Promise ? offered : { ...offered, update };
  };
  // What is known at once follows each key: a row that was chosen while the next list is asked for
  // would be neither inserted nor refused.
  const update: NonNullable<CompletionResult["update"]> = (_, _from, _to, context) => {
    const offered = source(context);
    return offered instanceof Promise ? null : offered;
  };
  return source;
}

/** Escape closes what is open for good, and a search that shows nothing yet must not swallow it. */
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
