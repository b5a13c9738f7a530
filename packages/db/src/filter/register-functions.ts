import {
  compileRegex,
  type DatePart,
  datePartOf,
  findsIn,
  foldText,
  type Needle,
  needleOf,
} from "@tidemark/core/filter";
import { FilterTimeoutError } from "@tidemark/core";

const defaultRegexBudgetMs = 2000;

/** Number of searched texts whose folded forms are cached. */
const maxNeedles = 32;

/** A connection's driver, as far as it registers user functions. */
export interface FunctionHost {
  function(
    name: string,
    options: { readonly deterministic: boolean },
    body: (...parameters: unknown[]) => unknown,
  ): unknown;
}

/**
 * Registers the functions that compiled filters call. Every connection needs them before a filter runs there.
 * All are deterministic, and all share their code with the in-memory evaluation, so both give the same
 * results:
 *
 * - `tidemark_fold(text)`: the text folded for matching without regard to case.
 * - `tidemark_text(op, folds, text, needle)`: 1 or 0; `op` is contains, starts or ends. When `folds` is 1 the
 *   text is folded first; the needle must be folded already.
 * - `tidemark_finds(text, searched)`: 1 when the text has the letters of a searched text.
 * - `tidemark_re2(pattern, text)`: 1 when RE2 finds the pattern in the text. The calls of one query share
 *   `regexBudgetMs` (2 s by default); past it the query throws `FilterTimeoutError`.
 * - `tidemark_date_part(part, ms)`: a part of an instant in UTC.
 */
export function registerFilterFunctions(
  database: FunctionHost,
  limits: { readonly regexBudgetMs?: number } = {},
): void {
  const options = { deterministic: true } as const;
  database.function("tidemark_fold", options, (text: unknown) => foldText(String(text)));
  database.function(
    "tidemark_text",
    options,
    (op: unknown, folds: unknown, text: unknown, needle: unknown) => {
      const searched = Number(folds) === 1 ? foldText(String(text)) : String(text);
      return toSql(hasText(String(op), searched, String(needle)));
    },
  );
  const needles = new Map<string, Needle>();
  database.function("tidemark_finds", options, (text: unknown, searched: unknown) => {
    const typed = String(searched);
    let needle = needles.get(typed);
    if (needle === undefined) {
      if (needles.size >= maxNeedles) needles.clear();
      needles.set(typed, (needle = needleOf(typed)));
    }
    return toSql(findsIn(String(text), needle));
  });
  const checkBudget = createTurnBudget(limits.regexBudgetMs ?? defaultRegexBudgetMs);
  database.function("tidemark_re2", options, (pattern: unknown, text: unknown) => {
    checkBudget();
    return toSql(hasMatch(String(pattern), String(text)));
  });
  database.function("tidemark_date_part", options, (part: unknown, ms: unknown) =>
    BigInt(datePartOf(String(part) as DatePart, Number(ms))),
  );
}

/**
 * Measures time from the first check in a turn of the event loop. A query runs within one turn, and functions
 * have no other way to know where a query ends.
 */
function createTurnBudget(budgetMs: number): () => void {
  let startedMs: number | null = null;
  return () => {
    const nowMs = performance.now();
    if (startedMs === null) {
      startedMs = nowMs;
      queueMicrotask(() => {
        startedMs = null;
      });
    } else if (nowMs - startedMs > budgetMs) throw new FilterTimeoutError();
  };
}

// The driver passes numbers as REAL; bigints keep comparisons between integers.
function toSql(answer: boolean): bigint {
  return answer ? 1n : 0n;
}

function hasText(op: string, text: string, needle: string): boolean {
  if (op === "contains") return text.includes(needle);
  return op === "starts" ? text.startsWith(needle) : text.endsWith(needle);
}

function hasMatch(pattern: string, text: string): boolean {
  const test = compileRegex(pattern);
  if (typeof test === "string") throw new Error(`tidemark_re2: ${test}`);
  return test(text);
}
