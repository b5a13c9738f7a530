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
import type { ListPlace } from "./list-place.ts";

type WholeList = Parameters<MemoReader["figures"]>[0];

/** The readings that may take long: what each is asked and what it answers. */
interface ListReadings {
  readonly list: {
    /** `bytes`: about how much of the page is read. */
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

/** One such reading as plain data: it survives the way to another thread. */
export interface ListJob<M extends ListMethod> {
  readonly method: M;
  readonly query: ListReadings[M]["query"];
}

export type ListAnswer<M extends ListMethod> = ListReadings[M]["answer"];

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
  /**
   * Runs what looks into indexes to say where a list should run. Rejects with `FilterTimeoutError` where
   * that passes the deadline of a list. Null: others would wait too long for it, so the list should run
   * elsewhere.
   */
  choosing<T>(work: () => Promise<T>): Promise<T | null>;
}

/** For a write, which must see its own changes, and for a thread that is the other place itself. */
export const alwaysHere: ListPlacing = {
  run: (_place, _job, here) => here(),
  choosing: (work) => work(),
};
