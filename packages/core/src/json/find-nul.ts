/** Where in a value something stands: names of objects and indexes of lists, from the outside in. */
export type Path = readonly (string | number)[];

interface Part {
  readonly value: unknown;
  readonly key: string | number;
  readonly within: Part | null;
}

const nul = "\0";

/**
 * Where a value of JSON holds U+0000: the path of a text with one, or of an object with such a name;
 * null where there is none. A text at a path that `isMemoText` takes may hold it, since it is normalised
 * before it is stored (M1). Needs no stack: a stranger's nesting may be deep.
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
