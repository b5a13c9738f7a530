import { parseDocument } from "htmlparser2";

export type PageNode = ReturnType<typeof parseDocument>["children"][number];
export type PageElement = Extract<PageNode, { readonly attribs: object }>;

/** Parses HTML that core rendered. */
export function parseHtml(html: string): PageNode[] {
  return parseDocument(html, { decodeEntities: true }).children;
}

export function isElement(node: PageNode | undefined): node is PageElement {
  return node !== undefined && "attribs" in node;
}

/** Returns the elements in `nodes` and below that match `wanted`, in document order. */
export function elementsIn(
  nodes: readonly PageNode[],
  wanted: (element: PageElement) => boolean,
): PageElement[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [];
    const below = elementsIn(node.children, wanted);
    return wanted(node) ? [node, ...below] : below;
  });
}

/** Returns the text of `nodes`, without elements. */
export function textOf(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (isElement(node)) return textOf(node.children);
      return "data" in node && node.nodeType === 3 ? node.data : "";
    })
    .join("");
}
