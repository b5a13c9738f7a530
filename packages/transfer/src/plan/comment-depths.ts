/**
 * Returns the number of ancestors of each memo; 0 for memos without a parent. `parentOf` returns a memo's
 * parent, or undefined. Visits each memo once; a cycle is cut at an arbitrary memo.
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
