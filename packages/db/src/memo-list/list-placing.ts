import type {
  AttachmentListQuery,
  DigestQuery,
  DigestSlice,
  MemoCountQuery,
  MemoListQuery,
  MemoReader,
  MemoSearchQuery,
  MemoSlice,
  MemoFigures,
} from "@tidemark/core";
import type { AuditEntry, AuditListQuery } from "@tidemark/core";
import type { AttachmentRecord } from "@tidemark/core/model";
import type { ExecutionMode } from "./execution-mode.ts";

type WholeList = Parameters<MemoReader["figures"]>[0];

/** Reads that may be slow, with their queries and answers. */
interface ListReadings {
  readonly list: {
    /** `bytes`: approximate maximum size of the page. */
    readonly query: MemoListQuery & { readonly bytes: number };
    readonly answer: MemoSlice;
  };
  readonly ranked: {
    readonly query: MemoSearchQuery & { readonly bytes: number };
    readonly answer: MemoSlice;
  };
  readonly count: { readonly query: MemoCountQuery; readonly answer: number };
  readonly figures: { readonly query: WholeList; readonly answer: MemoFigures[] };
  readonly digests: { readonly query: DigestQuery; readonly answer: DigestSlice };
  readonly attachments: {
    readonly query: AttachmentListQuery;
    readonly answer: AttachmentRecord[];
  };
  readonly auditLog: { readonly query: AuditListQuery; readonly answer: AuditEntry[] };
}
export type ListMethod = keyof ListReadings;

/** A slow read as plain data, which can be posted to another thread. */
export interface ListJob<M extends ListMethod> {
  readonly method: M;
  readonly query: ListReadings[M]["query"];
}

export type ListAnswer<M extends ListMethod> = ListReadings[M]["answer"];

/** Runs a list in its execution mode, which never changes the answer. */
export interface ListPlacing {
  /**
   * Runs a list. `here` does the same read on the reader's own connection. Rejects with `FilterTimeoutError`
   * if the list passed its deadline on another thread.
   */
  run<M extends ListMethod>(
    place: ExecutionMode,
    job: ListJob<M>,
    here: () => Promise<ListAnswer<M>>,
  ): Promise<ListAnswer<M>>;
  /**
   * Runs index queries that decide where a list runs. Resolves to null if they would block the thread too
   * long, and the list should run elsewhere. Rejects with `FilterTimeoutError` if they pass a list's
   * deadline.
   */
  choosing<T>(work: () => Promise<T>): Promise<T | null>;
}

/** Runs everything in place: for writes, which must see their own changes, and for worker threads. */
export const alwaysHere: ListPlacing = {
  run: (_place, _job, here) => here(),
  choosing: (work) => work(),
};
