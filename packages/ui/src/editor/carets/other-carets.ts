import { type Caret, caretGapMs, caretRenewMs, type OtherEditor } from "@tidemark/core/carets";
import { EditorSelection, type Extension, StateEffect } from "@codemirror/state";
import {
  type EditorView,
  layer,
  type PluginValue,
  RectangleMarker,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { ySyncAnnotation } from "y-codemirror.next";
import type * as Y from "yjs";
import { CaretMarker, type ShownCaret } from "./caret-marker.ts";
import { nameOf, tonesOf } from "./other-editors.ts";
import { indexOf, placeOf } from "./places.ts";

/** Connection that receives the carets of a memo's other editors and sends this editor's own. */
export interface CaretLine {
  /**
   * Calls back with the other editors, immediately and whenever they change. Returns an unsubscribe function.
   */
  watch(onOthers: (others: readonly OtherEditor[]) => void): () => void;
  show(caret: Caret | null): void;
}

export interface OtherCaretsOptions {
  readonly text: Y.Text;
  /** Generation of the document. */
  readonly gen: number;
  readonly line: CaretLine;
  /** Called with the other editors whenever they change. */
  readonly onOthers: (others: readonly OtherEditor[]) => void;
}

/** Time that an editor counts as typing after a key, and that a flag stays visible after its caret moved. */
const typingMs = 3_000;
const namedMs = 4_000;

const redraw = StateEffect.define<null>();

interface Place {
  readonly anchor: number;
  readonly head: number;
}

class OtherCarets implements PluginValue {
  readonly #view: EditorView;
  readonly #options: OtherCaretsOptions;
  #others: readonly OtherEditor[] = [];
  /** Last known positions by session, used while a caret's character hasn't arrived. */
  readonly #places = new Map<number, Place>();
  readonly #movedMs = new Map<number, number>();
  readonly #endWatch: () => void;
  #fadeTimer: ReturnType<typeof setTimeout> | undefined;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #sendAtMs = Number.POSITIVE_INFINITY;
  #sentMs = Number.NEGATIVE_INFINITY;
  #typedMs = Number.NEGATIVE_INFINITY;
  #isShown = false;

  constructor(view: EditorView, options: OtherCaretsOptions) {
    this.#view = view;
    this.#options = options;
    // `watch` calls back immediately, and the view can't be updated during its construction.
    let isEnded = false;
    let end = (): void => {};
    queueMicrotask(() => {
      if (!isEnded) end = options.line.watch((others) => this.#met(others));
    });
    this.#endWatch = () => {
      isEnded = true;
      end();
    };
  }

  update({ docChanged, selectionSet, focusChanged, changes, transactions }: ViewUpdate): void {
    if (docChanged) {
      for (const [session, { anchor, head }] of this.#places) {
        this.#places.set(session, {
          anchor: changes.mapPos(anchor, -1),
          head: changes.mapPos(head, -1),
        });
      }
      const isOwn = transactions.some(
        (each) => each.docChanged && each.annotation(ySyncAnnotation) === undefined,
      );
      if (isOwn) this.#typedMs = performance.now();
    }
    if (docChanged || selectionSet || focusChanged) this.#sendIn(0);
  }

  destroy(): void {
    clearTimeout(this.#fadeTimer);
    clearTimeout(this.#sendTimer);
    this.#endWatch();
  }

  /** Returns the carets with known positions, ready to draw. */
  shown(): readonly ShownCaret[] {
    const tones = tonesOf(this.#others);
    return this.#others.flatMap((other) => {
      const { session } = other;
      const place = this.#placeOf(other);
      if (place === null) return [];
      const isNamed = performance.now() - (this.#movedMs.get(session) ?? 0) < namedMs;
      return { session, name: nameOf(other), tone: tones.get(session) ?? 1, isNamed, ...place };
    });
  }

  #placeOf({ session, caret }: OtherEditor): Place | null {
    const { text, gen } = this.#options;
    if (caret === null || caret.gen !== gen) return null;
    const { length } = this.#view.state.doc;
    const last = this.#places.get(session) ?? null;
    const anchor = indexOf(text, caret.anchor) ?? last?.anchor ?? null;
    const head = indexOf(text, caret.head) ?? last?.head ?? null;
    if (anchor === null || head === null) return null;
    const place = { anchor: Math.min(anchor, length), head: Math.min(head, length) };
    this.#places.set(session, place);
    return place;
  }

  #met(others: readonly OtherEditor[]): void {
    const before = new Map(this.#others.map((each) => [each.session, each.caret]));
    const wasAlone = before.size === 0;
    this.#others = others;
    for (const { session, caret } of others) {
      const was = before.get(session) ?? null;
      if (caret === null) this.#places.delete(session);
      else if (was?.head !== caret.head || was.anchor !== caret.anchor) {
        this.#movedMs.set(session, performance.now());
      }
    }
    const sessions = new Set(others.map(({ session }) => session));
    for (const session of this.#movedMs.keys()) {
      if (sessions.has(session)) continue;
      this.#movedMs.delete(session);
      this.#places.delete(session);
    }
    this.#draw();
    if (wasAlone && others.length > 0) this.#sendIn(0);
    this.#options.onOthers(others);
  }

  #draw(): void {
    this.#view.dispatch({ effects: redraw.of(null) });
    clearTimeout(this.#fadeTimer);
    const now = performance.now();
    const due = [...this.#movedMs.values()].map((at) => at + namedMs).filter((at) => at > now);
    if (due.length === 0) return;
    this.#fadeTimer = setTimeout(() => this.#draw(), Math.min(...due) - now + 1);
  }

  /**
   * Schedules sending the caret, at least `caretGapMs` after the last one. Does nothing without other
   * editors.
   */
  #sendIn(ms: number): void {
    if (this.#others.length === 0) return;
    const now = performance.now();
    const atMs = Math.max(now + ms, this.#sentMs + caretGapMs);
    if (this.#sendAtMs <= atMs) return;
    clearTimeout(this.#sendTimer);
    this.#sendAtMs = atMs;
    this.#sendTimer = setTimeout(() => this.#send(), atMs - now);
  }

  #send(): void {
    this.#sendAtMs = Number.POSITIVE_INFINITY;
    if (this.#others.length === 0) return;
    const { text, gen, line } = this.#options;
    const now = performance.now();
    this.#sentMs = now;
    const { hasFocus } = this.#view;
    if (hasFocus) {
      const { anchor, head } = this.#view.state.selection.main;
      const isTyping = now - this.#typedMs < typingMs;
      line.show({ gen, anchor: placeOf(text, anchor), head: placeOf(text, head), isTyping });
      this.#sendIn(isTyping ? typingMs : caretRenewMs);
    } else if (this.#isShown) {
      line.show(null);
    }
    this.#isShown = hasFocus;
  }
}

/**
 * Draws other editors' carets above the text and their selections below it, and sends this editor's caret
 * (V5). Must come after the extension that binds the text to the editor.
 */
export function otherCarets(options: OtherCaretsOptions): Extension {
  const plugin = ViewPlugin.define((view) => new OtherCarets(view, options));
  const shown = (view: EditorView): readonly ShownCaret[] => view.plugin(plugin)?.shown() ?? [];
  const update = ({ docChanged, viewportChanged, transactions }: ViewUpdate): boolean =>
    docChanged ||
    viewportChanged ||
    transactions.some(({ effects }) => effects.some((each) => each.is(redraw)));
  return [
    plugin,
    layer({
      above: false,
      class: "other-selections",
      update,
      markers: (view) =>
        shown(view)
          .filter(({ anchor, head }) => anchor !== head)
          .flatMap(({ anchor, head, tone }) =>
            RectangleMarker.forRange(
              view,
              `other-selection other-tone-${tone}`,
              EditorSelection.range(anchor, head),
            ),
          ),
    }),
    layer({
      above: true,
      class: "other-carets",
      update,
      markers: (view) => shown(view).flatMap((caret) => CaretMarker.of(view, caret)),
    }),
  ];
}
