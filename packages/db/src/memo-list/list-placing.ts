import type { MemoReader, MemoStatRow } from "@tidemark/core";
import type { MemoRecord } from "@tidemark/core/memo";
import type { ListPlace } from "./list-place.ts";

/** The readings of a memo list that may take long, with their answers. */
interface ListAnswers {
  readonly list: MemoRecord[];
  readonly count: number;
  readonly statRows: MemoStatRow[];
}
export type ListMethod = keyof ListAnswers;

/** One such reading as plain data: it survives the way to another thread. */
export interface ListJob<M extends ListMethod> {
  readonly method: M;
  readonly query: Parameters<MemoReader[M]>[0];
}

export type ListAnswer<M extends ListMethod> = ListAnswers[M];

/** Runs a list where it should run. The place never changes the answer. */
export interface ListPlacing {
  /**
   * `here` is the same reading on the reader's own connection. Rejects with `FilterTimeoutError`
   * when the reading was moved away and passed its deadline there.
   */
  run<M extends ListMethod>(
    place: ListPlace,
    job: ListJob<M>,
    here: () => Promise<ListAnswer<M>>,
  ): Promise<ListAnswer<M>>;
}

/** For a write, which must see its own changes, and for a thread that is the other place itself. */
export const alwaysHere: ListPlacing = { run: (_place, _job, here) => here() };
