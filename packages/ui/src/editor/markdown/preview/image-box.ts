import type { EditorState } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { attachmentOfLink, readImageWords } from "@tidemark/core/markdown";
import { unescapeWords } from "../../../viewer/images/image-words.ts";
import { isOwnImage } from "../../../viewer/images/own-image.ts";
import { describeHandle, imageHandle } from "./image-handle.ts";
import { editAltText } from "./image-words-field.ts";
import { imageStrings } from "./strings.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sizes of images that were loaded, to reserve their space when they are drawn again. */
const knownSizes = new Map<string, Size>();

/** Stores the size of an image that hasn't been drawn yet, to reserve its space. */
export function knowImageSize(source: string, size: Size): void {
  knownSizes.set(keyOf(source), size);
}

/** Returns the id of an attachment, because its name can be written in many ways; otherwise the source. */
function keyOf(source: string): string {
  return attachmentOfLink(source) ?? source;
}

interface Picture {
  readonly source: string;
  /** Alt text as the reader sees it. */
  readonly words: string;
  /** Width in the text; `null` if it has none. */
  readonly width: number | null;
}

/** Image that the viewer considers the memo's own. A click opens its alt text; the corner resizes it. */
class ImageBox extends WidgetType {
  readonly #picture: Picture;

  constructor(picture: Picture) {
    super();
    this.#picture = picture;
  }

  override eq(other: ImageBox): boolean {
    const { source, words, width } = this.#picture;
    const its = other.#picture;
    return its.source === source && its.words === words && its.width === width;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { source } = this.#picture;
    const frame = document.createElement("span");
    frame.className = "cm-image-frame";
    const button = document.createElement("button");
    button.type = "button";
    const image = document.createElement("img");
    image.className = "cm-image";
    image.referrerPolicy = "no-referrer";
    image.draggable = false;
    button.append(image);
    frame.append(button, imageHandle(view, frame, image));
    // Keeps the caret in place.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => editAltText(view, frame));
    this.#describe(frame, image);
    image.addEventListener("load", () => {
      knowImageSize(source, { width: image.naturalWidth, height: image.naturalHeight });
      view.requestMeasure();
    });
    image.addEventListener("error", () => {
      const small = smallOf(source);
      if (image.getAttribute("src") !== small && source.startsWith("/")) image.src = small;
      else frame.replaceChildren(textBox(image.alt || source, ""));
      view.requestMeasure();
    });
    image.src = source;
    frame.dataset["source"] = source;
    return frame;
  }

  /** Updates the element, because its handle must keep the focus when the width changes. */
  override updateDOM(frame: HTMLElement): boolean {
    const image = frame.querySelector("img");
    if (image === null || frame.dataset["source"] !== this.#picture.source) return false;
    this.#describe(frame, image);
    return true;
  }

  #describe(frame: HTMLElement, image: HTMLImageElement): void {
    const { source, words, width } = this.#picture;
    const known = knownSizes.get(keyOf(source));
    image.alt = words;
    image.toggleAttribute("data-width", width !== null);
    if (width === null) {
      image.removeAttribute("width");
      image.removeAttribute("height");
      if (known !== undefined) Object.assign(image, known);
    } else {
      image.width = width;
      if (known === undefined) image.removeAttribute("height");
      else image.height = Math.max(1, Math.round((width * known.height) / known.width));
    }
    frame.querySelector("button")?.setAttribute("aria-label", imageStrings.wordsOf(words));
    describeHandle(frame, image, words);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Returns the address of the small version that an attachment may have when it isn't on this device. */
function smallOf(source: string): string {
  return `${source.replace(/\?.*/, "")}?thumbnail=true`;
}

/** Box for an image on another host, which isn't loaded: its alt text and its host. */
class ElsewhereBox extends WidgetType {
  readonly #words: string;
  readonly #host: string;

  constructor(words: string, host: string) {
    super();
    this.#words = words;
    this.#host = host;
  }

  override eq(other: ElsewhereBox): boolean {
    return other.#words === this.#words && other.#host === this.#host;
  }

  override toDOM(): HTMLElement {
    return textBox(this.#words, this.#host);
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

function textBox(words: string, host: string): HTMLElement {
  const box = document.createElement("span");
  box.className = "cm-image-box";
  box.append(words);
  if (host !== "") {
    const from = document.createElement("span");
    from.className = "cm-image-host";
    from.textContent = words === "" ? host : ` · ${host}`;
    box.append(from);
  }
  return box;
}

/** Returns the widget for an image in the text; `null` if it has neither a valid address nor alt text. */
export function imageIn(state: EditorState, node: SyntaxNode): ImageBox | ElsewhereBox | null {
  const url = node.getChild("URL");
  const [open, close] = node.getChildren("LinkMark");
  if (url === null || open === undefined || close === undefined) return null;
  const source = state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/s, "$1");
  const { words: marked, width } = readImageWords(state.sliceDoc(open.to, close.from));
  const words = unescapeWords(marked);
  if (isOwnImage(source, document.location)) return new ImageBox({ source, words, width });
  const host = URL.parse(source)?.host ?? "";
  return host === "" && words === "" ? null : new ElsewhereBox(words, host);
}
