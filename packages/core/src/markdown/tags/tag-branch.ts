/** Whether a tag is another one, or under it (`a/b` under `a`). */
export function isInBranch(tag: string, branch: string): boolean {
  return tag.startsWith(branch) && (tag.length === branch.length || tag[branch.length] === "/");
}

/**
 * What a tag is called once `from` is `to`, with what is under it; null where it keeps its name. A tag
 * that goes under itself (`a` to `a/b`) goes alone: what is under it is where it belongs. Rule M31.
 */
export function renamedTag(tag: string, from: string, to: string): string | null {
  if (from === to || !isInBranch(tag, from)) return null;
  if (tag !== from && isInBranch(to, from)) return null;
  return to + tag.slice(from.length);
}

/** A tag that lists are narrowed to: by itself, or with what is under it. */
export interface TagChoice {
  readonly tag: string;
  readonly withUnder: boolean;
}

/** As addresses and searches say it: `work` is the tag alone, `work/*` the tag and what is under it. */
export function readTagChoice(choice: string): TagChoice {
  const withUnder = choice.endsWith("/*") && choice.length > 2;
  return { tag: withUnder ? choice.slice(0, -2) : choice, withUnder };
}

/** Whether one of a memo's tags is what was chosen. */
export function hasChosenTag(tags: readonly string[], choice: string): boolean {
  const { tag, withUnder } = readTagChoice(choice);
  return withUnder ? tags.some((each) => isInBranch(each, tag)) : tags.includes(tag);
}
