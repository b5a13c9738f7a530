/**
 * Whether arrays and objects of a JSON value lie in each other more than `depth` deep; a plain value
 * has depth 0. Looks no deeper than it has to and needs no stack: what writes JSON, and what reads a
 * schema, goes down by recursion and ends where a stranger's nesting is deep enough.
 */
export function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value];
  for (let left = depth; level.length > 0; left -= 1) {
    const nested = level.filter((each) => typeof each === "object" && each !== null);
    if (nested.length > 0 && left <= 0) return true;
    level = nested.flatMap((each) => Object.values(each as object));
  }
  return false;
}
