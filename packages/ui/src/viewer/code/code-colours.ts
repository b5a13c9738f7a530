import { findLanguage, type CodeLanguage } from "@tidemark/core/code-languages";
import { parsers } from "@tidemark/core/code-parsers";
import type { CodeSpan } from "@tidemark/core/code-spans";
import type { Parser } from "@lezer/common";
import { whenIdle } from "../../lazy/when-idle.ts";

const maxCached = 200;
const spansByCode = new Map<string, readonly CodeSpan[]>();
const readers = new Map<CodeLanguage, Promise<Reader>>();

type Reader = (code: string) => readonly CodeSpan[];

/**
 * Colours the code of a body with classes: at once if it is cached, else when the page is idle. Changes
 * nothing but the colour.
 */
export function colourCode(body: HTMLElement): void {
  for (const code of body.querySelectorAll<HTMLElement>("pre > code[class^=language-]")) {
    const language = findLanguage(code.className.slice("language-".length));
    const text = code.textContent ?? "";
    if (language === undefined || text === "") continue;
    const key = `${language}\n${text}`;
    const known = spansByCode.get(key);
    if (known !== undefined) paint(code, known);
    else void colourLater(code, language, text, key);
  }
}

async function colourLater(
  code: HTMLElement,
  language: CodeLanguage,
  text: string,
  key: string,
): Promise<void> {
  let read: Reader;
  try {
    read = await readerOf(language);
  } catch {
    // Loading the parser may succeed another time; the code is readable without it.
    readers.delete(language);
    return;
  }
  whenIdle(() => {
    if (!code.isConnected || code.textContent !== text) return;
    const spans = spansByCode.get(key) ?? read(text);
    keep(key, spans);
    paint(code, spans);
  });
}

function readerOf(language: CodeLanguage): Promise<Reader> {
  let reader = readers.get(language);
  if (reader === undefined) {
    reader = loadReader(parsers[language]());
    readers.set(language, reader);
  }
  return reader;
}

async function loadReader(loading: Promise<Parser>): Promise<Reader> {
  const [{ codeSpans }, parser] = await Promise.all([import("@tidemark/core/code-spans"), loading]);
  return (code) => codeSpans(code, parser, () => performance.now());
}

function keep(key: string, spans: readonly CodeSpan[]): void {
  spansByCode.set(key, spans);
  const oldest = spansByCode.keys().next();
  if (spansByCode.size > maxCached && oldest.done !== true) spansByCode.delete(oldest.value);
}

/** Wraps the spans in the texts below an element; the marks of a search stay. */
function paint(code: HTMLElement, spans: readonly CodeSpan[]): void {
  if (spans.length === 0 || code.dataset["coloured"] !== undefined) return;
  code.dataset["coloured"] = "";
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  let at = 0;
  let next = 0;
  for (const text of texts) {
    const end = at + text.data.length;
    const parts: (string | HTMLElement)[] = [];
    let done = at;
    while (next < spans.length && spans[next]!.from < end) {
      const { from, to, ink } = spans[next]!;
      const start = Math.max(from, at);
      const stop = Math.min(to, end);
      const piece = document.createElement("span");
      piece.className = ink;
      piece.textContent = text.data.slice(start - at, stop - at);
      parts.push(text.data.slice(done - at, start - at), piece);
      done = stop;
      // A span that continues after a mark colours the next text, too.
      if (to > end) break;
      next++;
    }
    if (parts.length > 0) text.replaceWith(...parts, text.data.slice(done - at));
    at = end;
  }
}
