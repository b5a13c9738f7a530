import { bareLetters } from "@tidemark/core/same-letters";
import type { TagNode } from "@tidemark/core";

/** Tag with its subtags. */
export interface TagBranch extends Pick<TagNode, "tag" | "count" | "under"> {
  /** Last part of the tag. */
  readonly name: string;
  readonly children: readonly TagBranch[];
}

/** Visible row of the tree. */
export interface TagRow {
  readonly branch: TagBranch;
  /** Depth, from 1. */
  readonly level: number;
  readonly isOpen: boolean;
  /** Position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly setSize: number;
}

/** Returns the top-level tags with their subtags, in the host's order. */
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
 * Returns the visible rows: the subtags of open tags. With a filter, the matching tags and the path to them.
 */
export function treeRows(
  roots: readonly TagBranch[],
  open: ReadonlySet<string>,
  filter = "",
): readonly TagRow[] {
  const wanted = bareLetters(filter.trim().replace(/^#/, ""));
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
  const isMatch = bareLetters(branch.tag).includes(wanted);
  let leads = false;
  for (const child of branch.children) {
    // Subtags of a match are listed only if their own name matches.
    const isFound = findMatches(child, wanted, shown);
    leads ||= isFound;
  }
  const isOwn = isMatch && (bareLetters(branch.name).includes(wanted) || !leads);
  const isShown = leads || isOwn;
  if (isShown) shown.add(branch.tag);
  return isShown;
}

const collator = new Intl.Collator(undefined, { numeric: true });

function byName(one: TagBranch, other: TagBranch): number {
  return collator.compare(one.name, other.name);
}
