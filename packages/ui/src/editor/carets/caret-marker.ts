import { EditorSelection } from "@codemirror/state";
import { type EditorView, type LayerMarker, RectangleMarker } from "@codemirror/view";

/** Another editor's caret, ready to draw. */
export interface ShownCaret {
  readonly session: number;
  readonly name: string;
  readonly tone: number;
  readonly anchor: number;
  readonly head: number;
  /** True while its flag is visible, shortly after it moved. */
  readonly isNamed: boolean;
}

/** Height of a flag in px. In a line nearer to the top than this, the flag is below the line. */
const flagHeight = 20;

/** Layer marker with the bar and the flag of a caret. It adds no text and moves no line. */
export class CaretMarker implements LayerMarker {
  readonly #caret: ShownCaret;
  readonly #left: number;
  readonly #top: number;
  readonly #height: number;
  /** True if the flag is left of the bar, where there is more room. */
  readonly #isTurned: boolean;

  private constructor(caret: ShownCaret, bar: RectangleMarker, width: number) {
    this.#caret = caret;
    this.#left = bar.left;
    this.#top = bar.top;
    this.#height = bar.height;
    this.#isTurned = bar.left > width / 2;
  }

  /** Returns no marker for a caret outside the viewport. */
  static of(view: EditorView, caret: ShownCaret): readonly CaretMarker[] {
    const width = view.contentDOM.offsetWidth;
    return RectangleMarker.forRange(view, "", EditorSelection.cursor(caret.head)).map(
      (bar) => new CaretMarker(caret, bar, width),
    );
  }

  eq(other: LayerMarker): boolean {
    return (
      other instanceof CaretMarker &&
      other.#caret.session === this.#caret.session &&
      other.#caret.name === this.#caret.name &&
      other.#caret.tone === this.#caret.tone &&
      other.#caret.isNamed === this.#caret.isNamed &&
      other.#left === this.#left &&
      other.#top === this.#top &&
      other.#height === this.#height &&
      other.#isTurned === this.#isTurned
    );
  }

  draw(): HTMLElement {
    const bar = document.createElement("div");
    bar.className = "other-caret";
    const flag = document.createElement("span");
    flag.className = "other-caret-flag";
    bar.append(flag);
    this.#write(bar);
    return bar;
  }

  /** Reuses the element, because a flag fades out only if it stays in the DOM. */
  update(bar: HTMLElement, before: LayerMarker): boolean {
    if (!(before instanceof CaretMarker)) return false;
    if (before.#caret.session !== this.#caret.session) return false;
    this.#write(bar);
    return true;
  }

  #write(bar: HTMLElement): void {
    const { name, tone, isNamed } = this.#caret;
    bar.style.left = `${this.#left}px`;
    bar.style.top = `${this.#top}px`;
    bar.style.height = `${this.#height}px`;
    bar.dataset["tone"] = String(tone);
    bar.toggleAttribute("data-named", isNamed);
    bar.toggleAttribute("data-turned", this.#isTurned);
    bar.toggleAttribute("data-below", this.#top < flagHeight);
    if (bar.firstChild !== null) bar.firstChild.textContent = name;
  }
}
