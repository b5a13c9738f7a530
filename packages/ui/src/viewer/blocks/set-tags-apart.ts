/**
 * A last line of nothing but tags says what the memo is about, and is no part of what it says: it
 * becomes a quiet row at the foot.
 */
export function setTagsApart(body: DocumentFragment): void {
  const paragraph = body.lastElementChild;
  if (paragraph?.localName !== "p") return;
  const nodes = [...paragraph.childNodes];
  const breakBefore = nodes.findLast(({ nodeName }) => nodeName === "BR");
  const line = nodes.slice(breakBefore === undefined ? 0 : nodes.indexOf(breakBefore) + 1);
  const tags = line.filter(isTag);
  const isOnlyTags = line.every((node) => isTag(node) || node.textContent?.trim() === "");
  if (tags.length === 0 || !isOnlyTags) return;
  const row = document.createElement("p");
  row.className = "tag-line";
  for (const tag of tags) row.append(tag, " ");
  for (const node of line) if (!isTag(node)) node.remove();
  breakBefore?.remove();
  if (paragraph.childNodes.length === 0) paragraph.remove();
  body.append(row);
}

function isTag(node: Node): boolean {
  return node instanceof HTMLAnchorElement && node.dataset["tag"] !== undefined;
}
