import { WidgetType } from "@codemirror/view";
import { attachmentStrings } from "../../attachments/strings.ts";

/** What a placeholder shows of a file on its way. */
export class FileOnItsWay {
  readonly name: string;
  /** Stops it. */
  readonly stop: () => void;
  /** 0 to 1; null while it waits for its turn. */
  #part: number | null = null;
  readonly #shown = new Set<HTMLElement>();

  constructor(name: string, stop: () => void) {
    this.name = name;
    this.stop = stop;
  }

  set part(part: number | null) {
    this.#part = part;
    for (const box of this.#shown) this.#draw(box);
  }

  /** A box that follows it until it is let go. */
  show(box: HTMLElement): void {
    this.#shown.add(box);
    this.#draw(box);
  }

  letGo(box: HTMLElement): void {
    this.#shown.delete(box);
  }

  #draw(box: HTMLElement): void {
    const progress = box.querySelector("progress");
    if (progress === null) return;
    if (this.#part === null) progress.removeAttribute("value");
    else progress.value = this.#part;
    box.toggleAttribute("data-waits", this.#part === null);
  }
}

/** Stands in a text where a file will: its name, how much of it has come, and what stops it. */
export class FilePlaceholder extends WidgetType {
  readonly #file: FileOnItsWay;

  constructor(file: FileOnItsWay) {
    super();
    this.#file = file;
  }

  override eq(other: FilePlaceholder): boolean {
    return other.#file === this.#file;
  }

  override toDOM(): HTMLElement {
    const { name, stop } = this.#file;
    const box = document.createElement("span");
    box.className = "cm-file-placeholder";
    const words = document.createElement("span");
    words.className = "cm-file-name";
    words.textContent = name;
    const progress = document.createElement("progress");
    progress.className = "upload-progress";
    progress.setAttribute("aria-label", attachmentStrings.uploading(name));
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.title = attachmentStrings.cancel(name);
    button.setAttribute("aria-label", attachmentStrings.cancel(name));
    // The caret stays where it is.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", stop);
    box.append(words, progress, button);
    this.#file.show(box);
    return box;
  }

  override destroy(box: HTMLElement): void {
    this.#file.letGo(box);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
