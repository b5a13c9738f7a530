import type { TagNode } from "@tidemark/core";

/** A tag with those under it. */
export interface TagBranch extends Pick<TagNode, "tag" | "count" | "under"> {
  /** What it is called among its neighbours: the last part of the tag. */
  readonly name: string;
  readonly children: readonly TagBranch[];
}

/** One row of the tree, as it is drawn. */
export interface TagRow {
  readonly branch: TagBranch;
  /** From 1. */
  readonly level: number;
  readonly isOpen: boolean;
  /** Its place among its neighbours, from 1, and how many they are. */
  readonly position: number;
  readonly setSize: number;
}

/** The tags that are under no other, each with what is under it; in the order of the host. */
export function buildTree(nodes: readonly TagNode[]): readonly TagBranch[] {
  const roots: TagBranch[] = [];
  const childrenOf = new Map<string, TagBranch[]>();
  const siblings = (parent: string): TagBranch[] => {
    const known = childrenOf.get(parent);
    if (known !== undefined) return known;
    const made: TagBranch[] = [];
    childrenOf.set(parent, made);
    return made;
  };
  for (const { tag, count, under } of nodes) {
    const slash = tag.lastIndexOf("/");
    const branch = { tag, count, under, name: tag.slice(slash + 1), children: siblings(tag) };
    (slash === -1 ? roots : siblings(tag.slice(0, slash))).push(branch);
  }
  return roots;
}

/**
 * The rows that are seen: what is under a tag that is open. While one filters, the tags that match, with
 * what leads to them.
 */
export function treeRows(
  roots: readonly TagBranch[],
  open: ReadonlySet<string>,
  filter = "",
): readonly TagRow[] {
  const wanted = filter.trim().replace(/^#/, "").toLocaleLowerCase();
  const shown = wanted === "" ? null : new Set<string>();
  if (shown !== null) for (const root of roots) findMatches(root, wanted, shown);
  const rows: TagRow[] = [];
  const add = (branches: readonly TagBranch[], level: number): void => {
    const seen = shown === null ? branches : branches.filter(({ tag }) => shown.has(tag));
    const sorted = seen.toSorted(byName);
    sorted.forEach((branch, at) => {
      const { children, tag } = branch;
      const leads = shown !== null && children.some((child) => shown.has(child.tag));
      const isOpen = children.length > 0 && (shown === null ? open.has(tag) : leads);
      rows.push({ branch, level, isOpen, position: at + 1, setSize: sorted.length });
      if (isOpen) add(children, level + 1);
    });
  };
  add(roots, 1);
  return rows;
}

function findMatches(branch: TagBranch, wanted: string, shown: Set<string>): boolean {
  const isMatch = branch.tag.toLocaleLowerCase().includes(wanted);
  let leads = false;
  for (const child of branch.children) {
    // What is under a match is not listed for that: only what matches by its own name.
    const isFound = findMatches(child, wanted, shown);
    leads ||= isFound;
  }
  const isOwn = isMatch && (branch.name.toLocaleLowerCase().includes(wanted) || !leads);
  const isShown = leads || isOwn;
  if (isShown) shown.add(branch.tag);
  return isShown;
}

const collator = new Intl.Collator(undefined, { numeric: true });

function byName(one: TagBranch, other: TagBranch): number {
  return collator.compare(one.name, other.name);
}
