import { syntaxTree } from "@codemirror/language";
import type { EditorState, Range } from "@codemirror/state";
import { Decoration, type DecorationSet } from "@codemirror/view";
import type { SyntaxNodeRef } from "@lezer/common";
import { isDrawn } from "../table/drawn-tables.ts";
import { Bullet } from "./bullet.ts";
import { hangingIndent } from "./hanging-indent.ts";
import { imageIn } from "./image-box.ts";
import { linkTarget } from "./link-target.ts";
import { TaskBox } from "./task-box.ts";
import { RuleLine } from "./rule-line.ts";

interface Span {
  readonly from: number;
  readonly to: number;
}

const hidden = Decoration.replace({});
const inlineCode = Decoration.mark({ class: "cm-inline-code" });
const listIndent = Decoration.mark({ class: "cm-list-indent" });
const codeName = Decoration.mark({ class: "cm-code-name" });

/**
 * Returns the decorations of Markdown's marks within some ranges of a text. A mark is shown while the
 * selection touches its line; the source of a box or a bullet, while the selection touches that. A table that
 * isn't drawn keeps its marks, because its columns should line up.
 */
export function decorate(state: EditorState, ranges: readonly Span[]): DecorationSet {
  const preview = new Preview(state);
  for (const range of ranges) preview.add(range);
  return preview.decorations();
}

class Preview {
  readonly #state: EditorState;
  readonly #found: Range<Decoration>[] = [];
  readonly #lineClasses = new Map<number, Set<string>>();
  /** Hanging indent as CSS, by the start of its line. */
  readonly #hangs = new Map<number, string>();
  /** Starts of the list marks drawn so far, because two ranges can share a mark. */
  readonly #drawn = new Set<number>();

  constructor(state: EditorState) {
    this.#state = state;
  }

  decorations(): DecorationSet {
    for (const [from, classes] of this.#lineClasses) {
      const hang = this.#hangs.get(from);
      const attributes = hang === undefined ? {} : { attributes: { style: `--hang: ${hang}` } };
      this.#found.push(
        Decoration.line({ class: [...classes].join(" "), ...attributes }).range(from),
      );
    }
    return Decoration.set(this.#found, true);
  }

  add(range: Span): void {
    syntaxTree(this.#state).iterate({
      ...range,
      enter: (node) => this.#enter(node, range),
    });
  }

  #enter(node: SyntaxNodeRef, range: Span): boolean {
    const { name } = node;
    const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1];
    if (heading !== undefined) this.#classLines(node, range, `cm-heading-${heading}`);
    switch (name) {
      case "Table":
        if (!isDrawn(this.#state, node.from)) this.#classLines(node, range, "cm-table-line");
        return false;
      case "Blockquote":
        this.#classLines(node, range, "cm-quote-line");
        return true;
      case "FencedCode":
      case "CodeBlock":
        this.#showCode(node, range);
        return false;
      case "HTMLBlock":
      case "CommentBlock":
      case "LinkReference":
      case "InlineMath":
        return false;
      case "InlineCode":
        this.#put(node, inlineCode);
        this.#hideChildren(node, "CodeMark");
        return false;
      case "EmphasisMark":
      case "StrikethroughMark":
      case "HighlightMark":
        this.#hide(node);
        return false;
      case "Escape":
        this.#hide({ from: node.from, to: node.from + 1 });
        return false;
      case "HeaderMark":
        this.#hideHeaderMark(node);
        return false;
      case "QuoteMark":
        this.#hide(this.#withBlank(node));
        return false;
      case "HorizontalRule":
        this.#replace(node, new RuleLine());
        return false;
      case "Image":
        return this.#showImage(node);
      case "Link":
      case "Autolink":
        this.#showLink(node);
        return true;
      case "URL":
        this.#markLink(node, node);
        return false;
      case "ListMark":
        this.#showListMark(node);
        return false;
      default:
        return true;
    }
  }

  #put({ from, to }: Span, decoration: Decoration): void {
    if (from < to) this.#found.push(decoration.range(from, to));
  }

  /**
   * Returns true if a mark may be hidden: the selection doesn't touch its line, and it contains no line
   * break.
   */
  #isAtRest({ from, to }: Span): boolean {
    const line = this.#state.doc.lineAt(from);
    return to <= line.to && !this.#isTouched(line);
  }

  #isTouched({ from, to }: Span): boolean {
    return this.#state.selection.ranges.some((range) => range.from <= to && range.to >= from);
  }

  #hide(span: Span): void {
    if (span.from < span.to && this.#isAtRest(span)) this.#put(span, hidden);
  }

  #replace(span: Span, widget: Bullet | RuleLine | TaskBox): void {
    if (this.#isAtRest(span)) this.#put(span, Decoration.replace({ widget }));
  }

  #hideChildren({ node }: SyntaxNodeRef, name: string): void {
    for (const child of node.getChildren(name)) this.#hide(child);
  }

  #withBlank({ from, to }: Span): Span {
    const { doc } = this.#state;
    return { from, to: doc.sliceString(to, to + 1) === " " ? to + 1 : to };
  }

  #classLines({ from, to }: Span, range: Span, name: string): void {
    const { doc } = this.#state;
    const end = Math.min(to, range.to);
    for (let at = Math.max(from, range.from); at <= end;) {
      const line = doc.lineAt(at);
      const classes = this.#lineClasses.get(line.from) ?? new Set();
      this.#lineClasses.set(line.from, classes.add(name));
      at = line.to + 1;
    }
  }

  /** Hides `#` with the spaces after it, and those that close the line. A Setext underline stays. */
  #hideHeaderMark({ node }: SyntaxNodeRef): void {
    const { parent } = node;
    if (parent === null || !parent.name.startsWith("ATX")) return;
    const text = this.#state.sliceDoc(parent.from, parent.to);
    if (/^#+\s*#*\s*$/.test(text)) return;
    const { from, to } = node;
    if (from === parent.from) {
      const blanks = /^\s*/.exec(text.slice(to - from))?.[0].length ?? 0;
      this.#hide({ from, to: to + blanks });
    } else {
      const before = text.slice(0, from - parent.from);
      this.#hide({ from: from - (before.length - before.trimEnd().length), to });
    }
  }

  #showCode(node: SyntaxNodeRef, range: Span): void {
    this.#classLines(node, range, "cm-code-line");
    if (node.name !== "FencedCode") return;
    const marks = node.node.getChildren("CodeMark");
    for (const mark of marks) this.#hide(mark);
    const [first] = marks;
    const last = marks.length > 1 ? marks.at(-1) : undefined;
    if (first !== undefined) this.#classLines(first, range, "cm-code-first");
    if (last !== undefined) this.#classLines(last, range, "cm-code-last");
    const info = node.node.getChild("CodeInfo");
    if (info !== null) this.#put(info, codeName);
  }

  #showImage({ node }: SyntaxNodeRef): boolean {
    const image = imageIn(this.#state, node);
    if (image === null || !this.#isAtRest(node)) return false;
    this.#put(node, Decoration.replace({ widget: image }));
    return false;
  }

  /** Hides the marks of a link, unless it has no text or refers to a definition elsewhere. */
  #showLink(node: SyntaxNodeRef): void {
    const url = node.node.getChild("URL");
    const marks = node.node.getChildren("LinkMark");
    if (url === null) return;
    if (node.name === "Autolink") {
      for (const mark of marks) this.#hide(mark);
      return;
    }
    const [open, close] = marks;
    if (open === undefined || close === undefined) return;
    const words = { from: open.to, to: close.from };
    if (this.#state.sliceDoc(words.from, words.to).trim() === "") return;
    this.#markLink(words, url);
    const tail = { from: close.from, to: node.to };
    // Hide both sides of a link, or neither.
    if (!this.#isAtRest(open) || !this.#isAtRest(tail)) return;
    this.#put(open, hidden);
    this.#put(tail, hidden);
  }

  #markLink(words: Span, url: Span): void {
    const target = linkTarget(this.#state.sliceDoc(url.from, url.to));
    if (target === null) return;
    const attributes = { "data-link": target };
    this.#put(words, Decoration.mark({ class: "cm-link", attributes }));
  }

  #showListMark({ node }: SyntaxNodeRef): void {
    if (this.#drawn.has(node.from)) return;
    this.#drawn.add(node.from);
    this.#indent(node.from);
    const marker = node.parent?.getChild("Task")?.getChild("TaskMarker") ?? null;
    const { doc } = this.#state;
    const isBullet = node.parent?.parent?.name === "BulletList";
    const isTask = marker !== null && marker.to <= doc.lineAt(node.from).to;
    const text = this.#state.sliceDoc(node.from, node.to);
    this.#hang(node.from, isTask || isBullet ? { kind: "bullet" } : { kind: "number", text });
    if (isTask) {
      const box = { from: node.from, to: marker.to };
      const isDone = /x/i.test(this.#state.sliceDoc(marker.from, marker.to));
      const name = doc.sliceString(marker.to, doc.lineAt(marker.to).to).trim();
      this.#replaceAlone(box, new TaskBox(isDone, name));
      if (isDone) this.#lineOf(node.from, "cm-task-done");
    } else if (isBullet) this.#replaceAlone(node, new Bullet());
  }

  /** Widens the indent, because two spaces are hard to see as a level. */
  #indent(mark: number): void {
    const { from, text } = this.#state.doc.lineAt(mark);
    if (text.slice(0, mark - from).trim() === "") this.#put({ from, to: mark }, listIndent);
  }

  #hang(mark: number, as: Parameters<typeof hangingIndent>[1]): void {
    const line = this.#state.doc.lineAt(mark);
    const hang = hangingIndent(line.text.slice(0, mark - line.from), as);
    if (hang === null) return;
    this.#hangs.set(line.from, hang);
    this.#lineOf(mark, "cm-list-line");
  }

  /** Replaces a span unless the selection touches it. */
  #replaceAlone(span: Span, widget: Bullet | TaskBox): void {
    if (!this.#isTouched(span)) this.#put(span, Decoration.replace({ widget }));
  }

  #lineOf(at: number, name: string): void {
    this.#classLines({ from: at, to: at }, { from: at, to: at }, name);
  }
}
