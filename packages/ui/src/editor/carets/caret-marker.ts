import { EditorSelection } from "@codemirror/state";
import { type EditorView, type LayerMarker, RectangleMarker } from "@codemirror/view";

/** Another's caret as it is to be drawn. */
export interface ShownCaret {
  readonly session: number;
  readonly name: string;
  readonly tone: number;
  readonly anchor: number;
  readonly head: number;
  /** Its flag is out: it moved just now. */
  readonly isNamed: boolean;
}

/** Room for a flag above its line, in px: in a line that is nearer to the top it hangs below. */
const flagHeight = 20;

/** The bar of a caret and its flag, beside the text: no line moves, and no text is added. */
export class CaretMarker implements LayerMarker {
  readonly #caret: ShownCaret;
  readonly #left: number;
  readonly #top: number;
  readonly #height: number;
  /** Whether the flag is left of the bar, since there is more room. */
  readonly #isTurned: boolean;

  private constructor(caret: ShownCaret, bar: RectangleMarker, width: number) {
    this.#caret = caret;
    this.#left = bar.left;
    this.#top = bar.top;
    this.#height = bar.height;
    this.#isTurned = bar.left > width / 2;
  }

  /** None for what is not in view. */
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

  /** The same element goes on, so that its flag fades instead of being gone. */
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
