import type { EditorState } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { isOwnImage } from "../../../viewer/images/own-image.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How large pictures turned out to be: drawn again, they keep their place while they load. */
const knownSizes = new Map<string, Size>();

/** A picture that nobody has drawn yet has its place too. */
export function knowImageSize(source: string, size: Size): void {
  knownSizes.set(keyOf(source), size);
}

/** Of an attachment its id: its name may be written in many ways. */
function keyOf(source: string): string {
  return /^\/file\/attachments\/[^/]+/.exec(source)?.[0] ?? source;
}

/** A picture of this memo, by the rule of the viewer. */
class ImageBox extends WidgetType {
  readonly #source: string;
  readonly #words: string;

  constructor(source: string, words: string) {
    super();
    this.#source = source;
    this.#words = words;
  }

  override eq(other: ImageBox): boolean {
    return other.#source === this.#source && other.#words === this.#words;
  }

  override toDOM(view: EditorView): HTMLElement {
    const source = this.#source;
    const image = document.createElement("img");
    image.className = "cm-image";
    image.alt = this.#words;
    image.referrerPolicy = "no-referrer";
    image.draggable = false;
    const size = knownSizes.get(keyOf(source));
    if (size !== undefined) Object.assign(image, size);
    image.addEventListener("load", () => {
      knowImageSize(source, { width: image.naturalWidth, height: image.naturalHeight });
      view.requestMeasure();
    });
    image.addEventListener("error", () => {
      image.replaceWith(textBox(this.#words || source, ""));
      view.requestMeasure();
    });
    image.src = source;
    return image;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** A picture of elsewhere, which nobody is asked for: what it shows, and whose it is. */
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

/** What stands for a picture that a text names; null for one that leads nowhere. */
export function imageIn(state: EditorState, node: SyntaxNode): ImageBox | ElsewhereBox | null {
  const url = node.getChild("URL");
  const [open, close] = node.getChildren("LinkMark");
  if (url === null || open === undefined || close === undefined) return null;
  const source = state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/s, "$1");
  const words = state.sliceDoc(open.to, close.from);
  if (isOwnImage(source, document.location)) return new ImageBox(source, words);
  const host = URL.parse(source)?.host ?? "";
  return host === "" && words === "" ? null : new ElsewhereBox(words, host);
}
