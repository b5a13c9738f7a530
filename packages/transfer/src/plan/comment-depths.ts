/**
 * Returns how many memos are above each, which is 0 for those that comment on nothing. `parentOf` gives the
 * memo that another comments on, or undefined. Each memo is looked at once; a circle is cut anywhere.
 */
export function commentDepths<Id>(
  ids: Iterable<Id>,
  parentOf: (id: Id) => Id | undefined,
): ReadonlyMap<Id, number> {
  const depths = new Map<Id, number>();
  for (const id of ids) {
    const way: Id[] = [];
    let at: Id | undefined = id;
    while (at !== undefined && !depths.has(at)) {
      depths.set(at, 0);
      way.push(at);
      at = parentOf(at);
    }
    let depth = at === undefined ? 0 : depths.get(at)! + 1;
    for (const each of way.toReversed()) {
      depths.set(each, depth);
      depth += 1;
    }
  }
  return depths;
}
