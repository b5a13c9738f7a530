import { WidgetType } from "@codemirror/view";

/** Bullet of a list item, whatever character it was written with. */
export class Bullet extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const dot = document.createElement("span");
    dot.className = "cm-bullet";
    dot.textContent = "•";
    return dot;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
