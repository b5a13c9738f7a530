import { parseDocument } from "htmlparser2";

export type PageNode = ReturnType<typeof parseDocument>["children"][number];
export type PageElement = Extract<PageNode, { readonly attribs: object }>;

/** The nodes of HTML that core rendered. */
export function parseHtml(html: string): PageNode[] {
  return parseDocument(html, { decodeEntities: true }).children;
}

export function isElement(node: PageNode | undefined): node is PageElement {
  return node !== undefined && "attribs" in node;
}

/** The elements below some nodes that `wanted` says yes to, in the order of the text. */
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

/** The words of some nodes, without their elements. */
export function textOf(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (isElement(node)) return textOf(node.children);
      return "data" in node && node.nodeType === 3 ? node.data : "";
    })
    .join("");
}
