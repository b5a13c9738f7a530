import { type CodeLanguage, findLanguage } from "@tidemark/core/code-languages";
import { parsers } from "@tidemark/core/code-parsers";
import { codeSpans } from "@tidemark/core/code-spans";
import { escapeHtml } from "./escape-html.ts";
import { elementsIn, type PageElement, type PageNode, textOf } from "./page-nodes.ts";

/** Time for all code of a page, in ms. The rest stays uncoloured. */
const budgetMs = 500;
/** Maximum number of coloured pieces of a page; each adds about 30 bytes. */
const maxPieces = 20_000;

/** Colours the code of one page. Returns its HTML; null for code that stays as it is. */
export type CodePen = (code: PageElement) => string | null;

type Parser = Awaited<ReturnType<(typeof parsers)[CodeLanguage]>>;

/** Loads the parsers of the languages on a page. */
export async function createCodePen(nodes: readonly PageNode[]): Promise<CodePen> {
  const languages = elementsIn(nodes, ({ name }) => name === "code").map(languageOf);
  const loaded = new Map<CodeLanguage, Parser>();
  for (const language of new Set(languages)) {
    if (language !== undefined) loaded.set(language, await parsers[language]());
  }
  const endMs = performance.now() + budgetMs;
  let pieces = 0;
  return (element) => {
    const language = languageOf(element);
    const parser = language === undefined ? undefined : loaded.get(language);
    if (parser === undefined || performance.now() > endMs) return null;
    const code = textOf(element.children);
    const spans = codeSpans(code, parser, () => performance.now());
    pieces += spans.length;
    if (spans.length === 0 || pieces > maxPieces) return null;
    let html = "";
    let at = 0;
    for (const { from, to, ink } of spans) {
      html += `${escapeHtml(code.slice(at, from))}<span class="${ink}">${escapeHtml(code.slice(from, to))}</span>`;
      at = to;
    }
    return html + escapeHtml(code.slice(at));
  };
}

function languageOf({ attribs }: PageElement): CodeLanguage | undefined {
  const [, alias] = /^language-(.+)$/.exec(attribs["class"] ?? "") ?? [];
  return alias === undefined ? undefined : findLanguage(alias);
}
