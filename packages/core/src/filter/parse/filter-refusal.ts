import type { FilterErrorKind, FilterError } from "../../error/filter-error.ts";

/**
 * Carries a refusal up from deep inside lowering; never leaves the filter folder. Thrown because
 * threading a Result through every arm of a recursive lowering hides the language rules.
 */
export class FilterRefusal extends Error {
  readonly kind: FilterErrorKind;
  readonly offset: number;
  readonly suggestion: string | undefined;

  constructor(kind: FilterErrorKind, message: string, offset: number, suggestion?: string) {
    super(message);
    this.kind = kind;
    this.offset = offset;
    this.suggestion = suggestion;
  }
}

/** Turns a refusal into the plain error, with its line and column in `source`. */
export function refusalToError(refusal: FilterRefusal, source: string): FilterError {
  const offset = Math.max(0, Math.min(refusal.offset, source.length));
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (const character of before) if (character === "\n") line += 1;
  let column = 1;
  for (const _ of before.slice(lineStart)) column += 1;
  return {
    type: "filter-error",
    kind: refusal.kind,
    message: refusal.message,
    position: { offset, line, column },
    ...(refusal.suggestion === undefined ? {} : { suggestion: refusal.suggestion }),
  };
}
