import { WidgetType } from "@codemirror/view";

/** Horizontal rule of `---`. */
export class RuleLine extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const line = document.createElement("span");
    line.className = "cm-rule-line";
    line.setAttribute("role", "separator");
    return line;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
