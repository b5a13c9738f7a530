import { WidgetType } from "@codemirror/view";
import { attachmentStrings } from "../../attachments/strings.ts";

/** Upload in progress, as its placeholder shows it. */
export class FileOnItsWay {
  readonly name: string;
  /** Cancels the upload. */
  readonly stop: () => void;
  /** Fraction 0 to 1; `null` while the upload is queued. */
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

  /** Updates a box until `letGo` is called for it. */
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

/** Placeholder in a text for a file being uploaded: its name, its progress and a cancel button. */
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
