import { texOfMathml } from "./tex-of-mathml.ts";

export interface Formula {
  readonly tex: string;
  /** True for a formula on a line of its own. */
  readonly isDisplayed: boolean;
}

const maxTex = 20_000;

/** Addresses of services that draw TeX as a picture. */
const drawnTex =
  /\/media\/math\/render\/|\/latex\.php\?|\/equation\?tex=|\.codecogs\.com\/|\/mathtex\.cgi/;

/** Reads formulas once, in whichever of its forms a page has them. */
export class FormulaReader {
  /** Scripts of MathJax 2 that were read with their drawing. */
  readonly #read = new Set<Element>();

  /** Returns an element's formula; `null` if it isn't one. An empty formula is a part of another. */
  read(element: Element): Formula | null {
    const name = element.localName;
    if (name === "math") return this.#found(texOf(element), isBlock(element));
    if (name === "mjx-container") {
      return this.#found(texOf(element), element.getAttribute("display") === "true");
    }
    if (name === "script") return this.#script(element);
    if (name === "img") return this.#picture(element);
    if (name !== "span" && name !== "div") return null;
    return this.#framed(element);
  }

  #framed(element: Element): Formula | null {
    const names = element.className;
    if (/(?:^|\s)MathJax_Preview(?:\s|$)/.test(names)) return this.#found("", false);
    const tex = element.getAttribute("data-math") ?? element.getAttribute("data-latex");
    if (tex !== null && /math|katex|latex/i.test(names)) {
      return this.#found(tex, /block|display/.test(names));
    }
    if (/(?:^|\s)katex-display(?:\s|$)/.test(names)) return this.#found(texOf(element), true);
    if (/(?:^|\s)katex(?:\s|$)/.test(names)) return this.#found(texOf(element), false);
    if (/(?:^|\s)mwe-math-element(?:\s|$|-)/.test(names)) return this.#wiki(element);
    return /(?:^|\s)MathJax(?:_Display|_SVG|_SVG_Display)?(?:\s|$)/.test(names)
      ? this.#mathjax2(element)
      : null;
  }

  /** Wikipedia hides the MathML, and shows a picture with the TeX as its text. */
  #wiki(element: Element): Formula | null {
    const isDisplayed = element.querySelector('[class*="-display"], [display="block"]') !== null;
    const image = element.querySelector("img");
    const tex = texIn(element) ?? image?.getAttribute("alt") ?? texOf(element);
    return this.#found(tex, isDisplayed || element.className.includes("-block"));
  }

  #mathjax2(element: Element): Formula | null {
    const isDisplayed = element.className.includes("_Display");
    const frame = isDisplayed ? (element.querySelector("[id$='-Frame']") ?? element) : element;
    const script = element.ownerDocument.getElementById(frame.id.replace(/-Frame$/, ""));
    if (script !== null && script.localName === "script") {
      this.#read.add(script);
      return this.#found(script.textContent ?? "", isDisplayed || isDisplayScript(script));
    }
    const mathml = frame.getAttribute("data-mathml");
    if (mathml !== null && mathml.length < maxTex) {
      const math = new DOMParser().parseFromString(mathml, "text/html").body;
      return this.#found(
        texOf(math),
        isDisplayed || math.querySelector("[display=block]") !== null,
      );
    }
    return this.#found(texOf(element), isDisplayed);
  }

  #script(element: Element): Formula | null {
    const type = element.getAttribute("type") ?? "";
    if (!type.startsWith("math/")) return null;
    if (this.#read.has(element)) return this.#found("", false);
    const text = element.textContent ?? "";
    if (!type.startsWith("math/mml")) return this.#found(text, isDisplayScript(element));
    const math = new DOMParser().parseFromString(text.slice(0, maxTex), "text/html").body;
    return this.#found(texOf(math), math.querySelector("[display=block]") !== null);
  }

  #picture(element: Element): Formula | null {
    const alt = element.getAttribute("alt")?.trim() ?? "";
    const names = element.className;
    const isTex =
      drawnTex.test(element.getAttribute("src") ?? "") ||
      /(?:^|\s)(?:latex|tex|mwe-math-fallback-image-\w+)(?:\s|$)/.test(names);
    if (!isTex || alt === "") return null;
    const isDisplayed = names.includes("-display") || alt.endsWith("\\\\");
    return this.#found(alt.replace(/\\\\$/, ""), isDisplayed);
  }

  #found(tex: string, isDisplayed: boolean): Formula {
    return { tex: clean(tex.slice(0, maxTex)), isDisplayed };
  }
}

function isDisplayScript(script: Element): boolean {
  return /mode\s*=\s*display/.test(script.getAttribute("type") ?? "");
}

function isBlock(math: Element): boolean {
  return math.getAttribute("display") === "block" || math.getAttribute("mode") === "display";
}

/** Returns the TeX that a formula's MathML names; `null` if it names none. */
function texIn(element: Element): string | null {
  const named = element.querySelector(
    'annotation[encoding*="tex" i], annotation[encoding*="latex" i]',
  );
  if (named !== null) return named.textContent;
  const math = element.localName === "math" ? element : element.querySelector("math");
  const alt = math?.getAttribute("alttext") ?? "";
  // Some pages put a sentence there, for screen readers.
  return /[\\^_{}=]/.test(alt) ? alt : null;
}

function texOf(element: Element): string {
  const tex = texIn(element);
  if (tex !== null) return tex;
  const math = element.localName === "math" ? element : element.querySelector("math");
  return math === null ? (element.textContent ?? "") : texOfMathml(math);
}

/** Removes comments, lines, and what only sets a formula's size. */
function clean(tex: string): string {
  const words = tex
    .replaceAll(/(?<!\\)%[^\n]*(?:\n|$)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return unwrapped(words)
    .replace(/^\\displaystyle\b\s*/, "")
    .replace(/(?<!\\)\\$/, "")
    .trim();
}

/** Returns the inside of `{\displaystyle …}`, if that is all there is. */
function unwrapped(tex: string): string {
  const inner = /^\{\\(?:display|text)style\b(.*)\}$/.exec(tex)?.[1];
  if (inner === undefined) return tex;
  let depth = 0;
  for (const [mark] of inner.matchAll(/\\.|[{}]/g)) {
    if (mark === "{") depth += 1;
    else if (mark === "}") depth -= 1;
    if (depth < 0) return tex;
  }
  return inner.trim();
}
