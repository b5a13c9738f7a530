import { FilterTimeoutError } from "@tidemark/core";

/** Maximum time for evaluating the rows of one list. */
const deadlineMs = 2000;
/** Time after which evaluating rows yields to other work on this thread. */
const turnMs = 10;
/** Number of texts in memory at once; each may have a megabyte. */
const rowsAtOnce = 100;
const fewCandidates = 60;
const manyCandidates = 1000;

/**
 * Evaluates a filter on rows in memory, for conditions that SQL can't fully express. Reads the fields that
 * the filter needs, and returns a test for each row.
 */
export type AskRows<Row> = (rows: readonly Row[]) => Promise<readonly (() => boolean)[]>;

/**
 * Returns the rows of one page: reads candidates in order and evaluates them until the page is full. Rejects
 * with `FilterTimeoutError` if that takes too long.
 */
export async function evaluateUntilFull<Row>(
  page: { readonly offset: number; readonly limit: number },
  /** Reads the candidates after a row, or the first ones. */
  candidates: (after: Row | null, limit: number) => Promise<readonly Row[]>,
  ask: AskRows<Row>,
): Promise<readonly Row[]> {
  const turn = beginTurn();
  const wanted = page.offset + page.limit;
  const found: Row[] = [];
  let after: Row | null = null;
  let atOnce = Math.min(manyCandidates, Math.max(fewCandidates, wanted));
  while (found.length < wanted) {
    const rows: readonly Row[] = await candidates(after, atOnce);
    await evaluateInParts(rows, ask, turn, (row) => found.push(row) < wanted);
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) break;
    after = last;
    atOnce = manyCandidates;
  }
  return found.slice(page.offset, wanted);
}

/** Returns all candidates that match the filter. Rejects as `evaluateUntilFull` does. */
export async function evaluateAll<Row>(
  rows: readonly Row[],
  ask: AskRows<Row>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  await evaluateInParts(rows, ask, beginTurn(), (row) => found.push(row) > 0);
  return found;
}

/** Calls `goesOn` for each matching row until it returns false. */
async function evaluateInParts<Row>(
  rows: readonly Row[],
  ask: AskRows<Row>,
  turn: () => Promise<void> | null,
  goesOn: (row: Row) => boolean,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const part = rows.slice(start, start + rowsAtOnce);
    const questions = await ask(part);
    for (const [at, row] of part.entries()) {
      const pause = turn();
      if (pause !== null) await pause;
      if (questions[at]?.() === true && !goesOn(row)) return;
    }
  }
}

/** Returns a function that yields the thread from time to time, and throws after the deadline. */
function beginTurn(): () => Promise<void> | null {
  const untilMs = performance.now() + deadlineMs;
  let turnEndsMs = performance.now() + turnMs;
  return () => {
    const nowMs = performance.now();
    if (nowMs > untilMs) throw new FilterTimeoutError();
    if (nowMs < turnEndsMs) return null;
    return new Promise((resolve) => {
      setTimeout(() => {
        turnEndsMs = performance.now() + turnMs;
        resolve();
      });
    });
  };
}
