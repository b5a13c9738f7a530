const maxDepth = 50;

/** Names of functions, which TeX sets upright. */
const functions = new Set(
  "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min sec sin sinh sup tan tanh".split(
    " ",
  ),
);

/** Characters that TeX would read as something else. */
const characters: Readonly<Record<string, string>> = {
  "\\": "\\backslash ",
  "{": "\\{",
  "}": "\\}",
  "#": "\\#",
  $: "\\$",
  "%": "\\%",
  "&": "\\&",
  _: "\\_",
  "^": "\\hat{}",
  "~": "\\sim ",
  "−": "-",
  "∗": "*",
  "\u2061": "",
  "\u2062": "",
  "\u2063": ",",
  "\u2064": "",
  "\u00a0": " ",
};

const accents: Readonly<Record<string, string>> = {
  "¯": "\\overline",
  "‾": "\\overline",
  "^": "\\hat",
  ˆ: "\\hat",
  "~": "\\tilde",
  "˜": "\\tilde",
  "→": "\\vec",
  "⃗": "\\vec",
  "˙": "\\dot",
  "¨": "\\ddot",
  "⏞": "\\overbrace",
  "⏟": "\\underbrace",
};

/** Returns the TeX of a `math` element. KaTeX reads Greek letters and operators as they are. */
export function texOfMathml(math: Element): string {
  return group(math, 0).replaceAll(/\s+/g, " ").trim();
}

function group(node: Element, depth: number): string {
  return [...node.children].map((child) => texOf(child, depth + 1)).join("");
}

function texOf(node: Element, depth: number): string {
  if (depth > maxDepth) return escape(node.textContent ?? "");
  const name = node.localName;
  const write = writers[name];
  if (write !== undefined) return write(node, depth);
  const words = node.textContent?.trim() ?? "";
  if (name === "mi") return letterOf(words);
  if (name === "mn" || name === "mo") return escape(words);
  if (name === "mtext" || name === "ms") return words === "" ? " " : `\\text{${escape(words)}}`;
  return /^(?:annotation|annotation-xml|mphantom|maligngroup)$/.test(name)
    ? ""
    : group(node, depth);
}

function letterOf(words: string): string {
  if (functions.has(words)) return `\\${words} `;
  return [...words].length > 1 ? `\\mathrm{${escape(words)}}` : escape(words);
}

function escape(words: string): string {
  return [...words].map((char) => characters[char] ?? char).join("");
}

type Write = (node: Element, depth: number) => string;

/** Returns the TeX of child `at`, in braces. */
function part(node: Element, at: number, depth: number): string {
  const child = node.children[at];
  return child === undefined ? "{}" : `{${texOf(child, depth + 1).trim()}}`;
}

/** Returns the TeX of the first child, in braces if it is longer than a character. */
function base(node: Element, depth: number): string {
  const tex = part(node, 0, depth);
  return /^\{(?:[^\\]|\\[a-zA-Z]+)\}$/u.test(tex) ? tex.slice(1, -1) : tex;
}

function scripts(node: Element, depth: number, marks: readonly string[]): string {
  return base(node, depth) + marks.map((mark, at) => mark + part(node, at + 1, depth)).join("");
}

function over(node: Element, depth: number): string {
  const accent = accents[node.children[1]?.textContent?.trim() ?? ""];
  return accent === undefined ? scripts(node, depth, ["^"]) : `${accent}${part(node, 0, depth)}`;
}

function under(node: Element, depth: number): string {
  const accent = accents[node.children[1]?.textContent?.trim() ?? ""];
  return accent === "\\underbrace" || accent === "\\overline"
    ? `${accent.replace("over", "under")}${part(node, 0, depth)}`
    : scripts(node, depth, ["_"]);
}

function fenced(node: Element, depth: number): string {
  const open = escape(node.getAttribute("open") ?? "(");
  const close = escape(node.getAttribute("close") ?? ")");
  const between = (node.getAttribute("separators") ?? ",").trim().charAt(0);
  const parts = [...node.children].map((child) => texOf(child, depth + 1));
  return `\\left${open || "."}${parts.join(between)}\\right${close || "."}`;
}

const writers: Readonly<Record<string, Write | undefined>> = {
  msup: (node, depth) => scripts(node, depth, ["^"]),
  msub: (node, depth) => scripts(node, depth, ["_"]),
  msubsup: (node, depth) => scripts(node, depth, ["_", "^"]),
  munderover: (node, depth) => scripts(node, depth, ["_", "^"]),
  mover: over,
  munder: under,
  mfrac: (node, depth) => `\\frac${part(node, 0, depth)}${part(node, 1, depth)}`,
  msqrt: (node, depth) => `\\sqrt{${group(node, depth)}}`,
  mroot: (node, depth) => `\\sqrt[${part(node, 1, depth).slice(1, -1)}]${part(node, 0, depth)}`,
  mfenced: fenced,
  mspace: () => " ",
  mtable: (node, depth) =>
    `\\begin{matrix}${[...node.children].map((row) => texOf(row, depth + 1)).join(" \\\\ ")}\\end{matrix}`,
  mtr: (node, depth) => [...node.children].map((cell) => group(cell, depth + 1)).join(" & "),
  semantics: (node, depth) =>
    node.firstElementChild === null ? "" : texOf(node.firstElementChild, depth + 1),
};
