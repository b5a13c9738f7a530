import { FilterTimeoutError } from "@tidemark/core";

/** How long rows may be asked for one list. */
const deadlineMs = 2000;
/** So many texts are held at once; each may have a megabyte. */
const rowsAtOnce = 100;
const fewCandidates = 60;
const manyCandidates = 1000;

/** Tells those of some rows that a filter holds for, where the database only knows which may match. */
export type AskRows<Row> = (rows: readonly Row[]) => Promise<readonly Row[]>;

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
  const untilMs = performance.now() + deadlineMs;
  const wanted = page.offset + page.limit;
  const found: Row[] = [];
  let after: Row | null = null;
  let atOnce = Math.min(manyCandidates, Math.max(fewCandidates, wanted));
  while (found.length < wanted) {
    const rows: readonly Row[] = await candidates(after, atOnce);
    await askInParts(rows, ask, untilMs, (held) => {
      found.push(...held);
      return found.length < wanted;
    });
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
  await askInParts(rows, ask, performance.now() + deadlineMs, (held) => {
    found.push(...held);
    return true;
  });
  return found;
}

async function askInParts<Row>(
  rows: readonly Row[],
  ask: AskRows<Row>,
  untilMs: number,
  goesOn: (held: readonly Row[]) => boolean,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    if (performance.now() > untilMs) throw new FilterTimeoutError();
    if (!goesOn(await ask(rows.slice(start, start + rowsAtOnce)))) return;
  }
}
