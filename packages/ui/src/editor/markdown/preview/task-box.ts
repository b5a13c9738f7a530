import { type EditorView, WidgetType } from "@codemirror/view";
import { editorStrings } from "../../strings.ts";
import { switchTaskAt } from "./switch-task.ts";

/** Checkbox of a task. A click changes the one character between its brackets. */
export class TaskBox extends WidgetType {
  readonly #isDone: boolean;
  readonly #name: string;

  constructor(isDone: boolean, name: string) {
    super();
    this.#isDone = isDone;
    this.#name = name;
  }

  override eq(other: TaskBox): boolean {
    return other.#isDone === this.#isDone && other.#name === this.#name;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.className = "cm-task-box";
    // Tab leaves the editor; the keyboard has a command for the task of the caret's line.
    box.tabIndex = -1;
    // Keeps the caret in place.
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("click", (event) => {
      event.preventDefault();
      switchTaskAt(view, view.posAtDOM(box));
    });
    this.#fill(box);
    return box;
  }

  override updateDOM(dom: HTMLElement): boolean {
    if (!(dom instanceof HTMLInputElement)) return false;
    // The browser resets the box after its click event, so it is filled again.
    setTimeout(() => this.#fill(dom));
    this.#fill(dom);
    return true;
  }

  #fill(box: HTMLInputElement): void {
    box.checked = this.#isDone;
    box.setAttribute("aria-label", this.#name || editorStrings.task);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
