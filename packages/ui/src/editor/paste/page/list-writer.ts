import { BlockWriter } from "./block-writer.ts";
import { boxOf, levelOf, takeBox } from "./list.ts";

/** Writes the items of a list of a page. */
export class ListWriter {
  readonly #list: Element;
  readonly #writer: BlockWriter;
  readonly #isOutermost: boolean;
  #number: number;
  #open: { readonly item: Element; readonly content: BlockWriter } | null = null;

  /** Only the items of an outermost list have a level of their own. */
  constructor(list: Element, writer: BlockWriter, isOutermost: boolean) {
    this.#list = list;
    this.#writer = writer;
    this.#isOutermost = isOutermost;
    const start = Number.parseInt(list.getAttribute("start") ?? "1", 10);
    this.#number = start >= 0 && start < 1e8 ? start : 1;
  }

  /** Writer of the current item; `null` before the first one. */
  get content(): BlockWriter | null {
    return this.#open?.content ?? null;
  }

  /** Begins an item and returns its writer. */
  begin(item: Element): BlockWriter {
    this.end();
    const content = new BlockWriter();
    this.#open = { item, content };
    return content;
  }

  end(): void {
    if (this.#open === null) return;
    const { item, content } = this.#open;
    this.#open = null;
    const given = boxOf(item);
    const text = content.end(true);
    const taken = given === null ? takeBox(text) : { isDone: given, content: text };
    const number = this.#list.localName === "ol" ? this.#number : null;
    if (taken.content !== "" || taken.isDone !== null) this.#number += 1;
    const level = this.#isOutermost ? levelOf(item, this.#list) : 1;
    this.#writer.item(level, { number, isDone: taken.isDone }, taken.content);
  }
}
