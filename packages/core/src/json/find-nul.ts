/** Position in a value: object keys and array indexes, from the outside in. */
export type Path = readonly (string | number)[];

interface Part {
  readonly value: unknown;
  readonly key: string | number;
  readonly within: Part | null;
}

const nul = "\0";

/**
 * Returns the path of U+0000 in a JSON value: the path of a string with one, or of an object with one in a
 * key. Returns null if there is none. Strings whose path passes `isMemoText` may contain it, because they are
 * normalised before storage (M1). Doesn't recurse: client input may be deeply nested.
 */
export function findNul(
  value: unknown,
  isMemoText: (path: Path) => boolean = () => false,
): Path | null {
  const parts: Part[] = [{ value, key: "", within: null }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const within = part;
    if (typeof within.value === "string") {
      if (within.value.includes(nul) && !isMemoText(pathOf(within))) return pathOf(within);
    } else if (typeof within.value === "object" && within.value !== null) {
      const isList = Array.isArray(within.value);
      for (const [key, inner] of Object.entries(within.value)) {
        if (key.includes(nul)) return pathOf(within);
        parts.push({ value: inner, key: isList ? Number(key) : key, within });
      }
    }
  }
  return null;
}

function pathOf(part: Part): Path {
  const path: (string | number)[] = [];
  for (let each = part; each.within !== null; each = each.within) path.push(each.key);
  return path.toReversed();
}
