import { isHidden, isStyledCode, styleOf } from "./style.ts";

/** Code of a page, with the language that its page names. */
export interface CodeBlock {
  readonly code: string;
  readonly language: string;
}

const gutter =
  /(?:^|[\s_-])(?:blob-num|lineno|linenos|linenumbers?|line-numbers?|gutter|hljs-ln-numbers|hljs-ln-n|code-line-number|ln-num)(?:$|[\s_-])/i;
const codeCell =
  /(?:^|\s)(?:blob-code|code|hljs-ln-code|rouge-code|code-line|crayon-code)(?:$|[\s-])/i;
const lineElements = new Set(["div", "p", "li", "tr", "section"]);
const controls = new Set(["button", "style", "script", "svg", "select", "template", "input"]);

/** Returns the code of an element that is a block of it; `null` for any other element. */
export function readCode(element: Element): CodeBlock | null {
  const name = element.localName;
  if (name === "pre") return readPre(element);
  if (name === "table") return isCodeTable(element) ? blockOf(element, element) : null;
  if (name !== "div" && name !== "span" && name !== "section") return null;
  if (!element.hasAttribute("style") || !isStyledCode(styleOf(element))) return null;
  const block = blockOf(element, element);
  // A word in a monospaced font isn't a block.
  return block?.code.includes("\n") === true ? block : null;
}

function readPre(pre: Element): CodeBlock | null {
  const codes = [...pre.querySelectorAll("code")].filter(
    (each) => each.querySelector("code") === null,
  );
  const [only] = codes;
  // A frame around the code has its language and a button.
  if (only !== undefined && codes.length === 1 && ownText(pre, only)) return blockOf(only, pre);
  return blockOf(pre, pre);
}

/** Returns true if the code is all that a frame contains, except for at most one line before it. */
function ownText(pre: Element, code: Element): boolean {
  const { before, after } = textAround(pre, code);
  if (before === "" || after !== "") return after === "";
  const hasHead = pre.querySelector("div, header, figcaption") !== null;
  return hasHead && before.length <= 40 && !before.includes("\n");
}

function textAround(
  pre: Element,
  code: Element,
): { readonly before: string; readonly after: string } {
  const whole = linesOf(pre).trim();
  const inner = linesOf(code).trim();
  const at = inner === "" ? -1 : whole.lastIndexOf(inner);
  if (at < 0) return { before: whole, after: whole };
  return { before: whole.slice(0, at).trim(), after: whole.slice(at + inner.length).trim() };
}

function blockOf(element: Element, frame: Element): CodeBlock | null {
  const code = linesOf(element)
    .replaceAll("\u00a0", " ")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
  if (code === "") return null;
  const named = languageOf(element);
  const label = element === frame ? "" : textAround(frame, element).before.toLowerCase();
  return { code, language: named || (/^[a-z][\w+#.-]{0,19}$/.test(label) ? label : "") };
}

/** Returns the language that an element, its descendants or the frames around it name. */
function languageOf(element: Element): string {
  const inner = element.querySelector("code");
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  for (const each of inner === null ? around : [inner, ...around]) {
    if (each === null || each === undefined) continue;
    const language = namedBy(each);
    if (language !== "") return language;
  }
  return "";
}

const classes: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush)[-:]\s?([\w+#.-]+)/i,
  /(?:^|\s)(?:hljs|sourceCode|src|prism)\s+(?:src-)?([\w+#.]+)/,
  /(?:^|\s)([\w+#.]+)\s+hljs(?:\s|$)/,
];
const noLanguage = /^(?:none|text|plain|plaintext|txt|nohighlight|undefined|auto|copyable|hljs)$/i;

function namedBy(element: Element): string {
  const given = element.getAttribute("data-language") ?? element.getAttribute("data-lang") ?? "";
  const names = element.className.slice(0, 500);
  const found =
    given || classes.map((each) => each.exec(names)?.[1] ?? "").find((each) => each !== "");
  const language = (found ?? "").toLowerCase().replace(/^html-basic$/, "html");
  return /^[\w+#.-]{1,20}$/.test(language) && !noLanguage.test(language) ? language : "";
}

function isCodeTable(table: Element): boolean {
  const first = table.querySelector("td");
  const row = first?.parentElement;
  if (!row) return false;
  const cells = [...row.children];
  const hasGutter = cells.some((cell) => isGutter(cell));
  const isMarked = /highlight|code|rouge|hljs|crayon/i.test(table.className);
  return cells.length <= 4 && hasGutter && (isMarked || cells.some((cell) => isCodeCell(cell)));
}

function isGutter(element: Element): boolean {
  return gutter.test(element.className) || element.hasAttribute("data-line-number");
}

function isCodeCell(cell: Element): boolean {
  return codeCell.test(cell.className) || cell.querySelector("pre, code") !== null;
}

/** Returns the text of code: elements that are lines end them, and numbers and buttons are left out. */
function linesOf(root: Element): string {
  const parts: string[] = [];
  const endLine = (): void => {
    const last = parts.at(-1);
    if (last !== undefined && !last.endsWith("\n")) parts.push("\n");
  };
  const stack: (Node | "end")[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === "end") endLine();
    else if (node.nodeType === Node.TEXT_NODE) addText(parts, node);
    else if (node instanceof Element) {
      if (node !== root && isLeftOut(node)) continue;
      if (node.localName === "br") parts.push("\n");
      const isLine = node !== root && isLineOf(node);
      if (isLine) {
        endLine();
        stack.push("end");
      }
      pushChildren(stack, node);
    }
  }
  return parts.join("").replaceAll("\r\n", "\n");
}

function addText(parts: string[], node: Node): void {
  const text = node.nodeValue ?? "";
  const parent = node.parentNode;
  // Line breaks between the rows of a table aren't shown.
  const isBetween =
    parent instanceof Element && /^(?:table|tbody|thead|tr|ul|ol)$/.test(parent.localName);
  if (text !== "" && !(isBetween && text.trim() === "")) parts.push(text);
}

function pushChildren(stack: (Node | "end")[], node: Node): void {
  for (let child = node.lastChild; child !== null; child = child.previousSibling) stack.push(child);
}

function isLeftOut(element: Element): boolean {
  if (controls.has(element.localName)) return true;
  if (element.getAttribute("role") === "button") return true;
  if (isGutter(element) && !isOnlyLine(element)) return true;
  if (!element.hasAttribute("style")) return false;
  const style = styleOf(element);
  return (
    isHidden(style) ||
    style.get("user-select") === "none" ||
    style.get("-webkit-user-select") === "none"
  );
}

/** Some highlighters number the lines themselves: `<div data-line-number="1">code</div>`. */
function isOnlyLine(element: Element): boolean {
  return lineElements.has(element.localName) && !gutter.test(element.className);
}

function isLineOf(element: Element): boolean {
  if (lineElements.has(element.localName)) return true;
  if (!element.hasAttribute("style")) return false;
  return /^(?:block|flex|grid|list-item|table-row)$/.test(styleOf(element).get("display") ?? "");
}
