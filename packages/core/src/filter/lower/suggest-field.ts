import type { FilterSchema } from "../plan/schema.ts";

/**
 * Returns a suggestion for an unknown name: the hint for a known mistake, or a field with a similar spelling.
 */
export function suggestField(schema: FilterSchema, name: string): string | undefined {
  const hint = schema.hints[name];
  if (hint !== undefined) return hint;
  if (name.length > 40) return undefined;
  let best: string | undefined;
  let bestDistance = 3;
  for (const field of [...Object.keys(schema.fields), ...Object.keys(schema.ids)]) {
    const distance = editDistance(name.toLowerCase(), field);
    if (distance < bestDistance && distance < field.length / 2) {
      best = field;
      bestDistance = distance;
    }
  }
  return best === undefined ? undefined : `did you mean ${best}?`;
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const cost = left.charAt(row - 1) === right.charAt(column - 1) ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + cost,
        ),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
