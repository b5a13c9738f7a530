import { FilterTimeoutError } from "@tidemark/core";

/** How long rows may be asked for one list. */
const deadlineMs = 2000;
/** How long they are asked at a stretch while others wait for this thread. */
const turnMs = 10;
/** So many texts are held at once; each may have a megabyte. */
const rowsAtOnce = 100;
const fewCandidates = 60;
const manyCandidates = 1000;

/**
 * Asks rows themselves whether a filter holds for them, where the database knows only which may match:
 * reads what they are asked by, and gives the question for each.
 */
export type AskRows<Row> = (rows: readonly Row[]) => Promise<readonly (() => boolean)[]>;

/**
 * The rows of one page: walks candidates in their order, and asks them until the page is full. Rejects
 * with `FilterTimeoutError` where that takes too long.
 */
export async function askUntilFull<Row>(
  page: { readonly offset: number; readonly limit: number },
  /** The candidates that come after one of them, or the first ones. */
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
    await askInParts(rows, ask, turn, (row) => found.push(row) < wanted);
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) break;
    after = last;
    atOnce = manyCandidates;
  }
  return found.slice(page.offset, wanted);
}

/** All of some candidates that the filter holds for. Rejects as `askUntilFull` does. */
export async function askAll<Row>(
  rows: readonly Row[],
  ask: AskRows<Row>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  await askInParts(rows, ask, beginTurn(), (row) => found.push(row) > 0);
  return found;
}

/** Hands on each row that the filter holds for, until no more is wanted. */
async function askInParts<Row>(
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

/** Lets others have this thread from time to time, and throws when the deadline is over. */
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
