import { findRanges } from "@tidemark/core/same-letters";
import { provideMarks } from "./render-body.ts";

provideMarks(markTerms);

function markTerms(body: DocumentFragment, terms: readonly string[]): void {
  if (terms.length === 0) return;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) markText(text, terms);
}

function markText(text: Text, terms: readonly string[]): void {
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const range of findRanges(text.data, terms)) {
    const mark = document.createElement("mark");
    mark.textContent = text.data.slice(range.start, range.end);
    parts.push(text.data.slice(end, range.start), mark);
    ({ end } = range);
  }
  if (end === 0) return;
  text.replaceWith(...parts, text.data.slice(end));
}
