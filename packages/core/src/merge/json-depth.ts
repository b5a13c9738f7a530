/**
 * Returns true if arrays and objects of a JSON value are nested deeper than `depth`; a plain value has depth
 * 0. Stops at that depth and doesn't recurse. JSON writers and schema parsers recurse, so deep nesting in
 * untrusted input would overflow their stack.
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
