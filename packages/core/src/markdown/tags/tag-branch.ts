/** Returns true if a tag equals another one or is a subtag of it (`a/b` of `a`). */
export function isInBranch(tag: string, branch: string): boolean {
  return tag.startsWith(branch) && (tag.length === branch.length || tag[branch.length] === "/");
}

/**
 * Returns the new name of a tag when `from` is renamed to `to`, including subtags; null if it doesn't change.
 * Renaming a tag to its own subtag (`a` to `a/b`) leaves the other subtags alone. Rule M31.
 */
export function renamedTag(tag: string, from: string, to: string): string | null {
  if (from === to || !isInBranch(tag, from)) return null;
  if (tag !== from && isInBranch(to, from)) return null;
  return to + tag.slice(from.length);
}

/** A tag to filter lists by, with or without its subtags. */
export interface TagChoice {
  readonly tag: string;
  readonly withUnder: boolean;
}

/**
 * Parses a choice as addresses and searches write it: `work` is the tag alone, `work/*` includes its subtags.
 */
export function readTagChoice(choice: string): TagChoice {
  const withUnder = choice.endsWith("/*") && choice.length > 2;
  return { tag: withUnder ? choice.slice(0, -2) : choice, withUnder };
}

/** Returns true if one of a memo's tags matches the choice. */
export function hasChosenTag(tags: readonly string[], choice: string): boolean {
  const { tag, withUnder } = readTagChoice(choice);
  return withUnder ? tags.some((each) => isInBranch(each, tag)) : tags.includes(tag);
}
