import { language } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import { drawTable, placeIn } from "./draw-table.ts";

const heights = { row: 33, around: 12 };

/** Table as rendered. A click shows its source, with the caret at the clicked position. */
export class TableBox extends WidgetType {
  readonly #source: string;
  readonly #lines: number;

  constructor(source: string, lines: number) {
    super();
    this.#source = source;
    this.#lines = lines;
  }

  override eq(other: TableBox): boolean {
    return other.#source === this.#source;
  }

  /** Leaves out the delimiter row, which isn't drawn. */
  override get estimatedHeight(): number {
    return (this.#lines - 1) * heights.row + heights.around;
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement("div");
    frame.className = "cm-table-frame";
    frame.dir = "auto";
    const grammar = view.state.facet(language);
    const table = drawTable(
      EditorState.create({ doc: this.#source, ...(grammar && { extensions: grammar.extension }) }),
    );
    if (table === null) frame.textContent = this.#source;
    else frame.append(table);
    frame.addEventListener("mousedown", (event) => {
      // Outside the table, the frame contains only its scrollbar.
      if (event.button !== 0 || event.target === frame) return;
      event.preventDefault();
      const anchor = view.posAtDOM(frame) + placeIn(event);
      view.focus();
      view.dispatch({
        selection: { anchor: Math.min(anchor, view.state.doc.length) },
        scrollIntoView: true,
        userEvent: "select.pointer",
      });
    });
    return frame;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
