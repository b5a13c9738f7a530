import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TransferJob, TransferOutcome, TransferSource } from "@tidemark/core/router";
import type { FolderUse } from "@tidemark/core/model";
import { useMemo } from "react";
import { create } from "zustand";
import { describeError, useClient } from "../data/client.tsx";
import { newId } from "../data/new-id.ts";
import { queryKeys } from "../data/queries.ts";
import { readAgain } from "../data/read-again.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { pathOfFile } from "./files/path-of-file.ts";
import { setUi } from "../state/ui-state.ts";
import {
  type Dropped,
  filesOfEntries,
  type PickedFile,
  placeOf,
  underOneName,
} from "./files/picked-files.ts";
import { NotSent, sendFiles } from "./send-files.ts";
import { transferStrings } from "./strings.ts";

/** Queries the state of imports and exports; the change feed invalidates it. */
export function useTransfer() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.transfer, "state"],
    queryFn: () => client.transfer.state.query(),
    staleTime: 0,
  });
}

/** Queries the rows of a job, of one outcome or all. */
export function useTransferRows({ id, phase }: TransferJob, outcome: TransferOutcome | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.transfer, "rows", id, phase, outcome],
    queryFn: () => client.transfer.rows.query({ outcome }),
    gcTime: 0,
  });
}

/** Queries earlier imports, newest first. */
export function useTransferRuns() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.transfer, "runs"],
    queryFn: () => client.transfer.runs.query(),
    staleTime: 0,
  });
}

/** Returns true while a job is running, which blocks another one. */
export function isBusy(job: TransferJob | null): boolean {
  return job?.phase === "reading" || job?.phase === "running";
}

interface SendingState {
  /** Upload progress; `total` is 0 while folders are still being scanned. */
  readonly sending: { readonly sent: number; readonly total: number } | null;
  /** Error message if nothing could be read. */
  readonly problem: string | null;
  /** Last source, to be read again as another user's. */
  readonly last: TransferSource | null;
  /** Job whose end this page reports. */
  readonly awaited: string | null;
}

/** State of the page before the host has a job. */
export const useSending = create<SendingState>(() => ({
  sending: null,
  problem: null,
  last: null,
  awaited: null,
}));

let cut: AbortController | null = null;

export interface TransferActions {
  /** Uploads files and reads them. */
  addFiles(files: readonly PickedFile[]): Promise<void>;
  addEntries(entries: readonly Dropped[]): Promise<void>;
  /** Reads from a memos server. Resolves to false if it wasn't started, after showing an error. */
  readServer(url: string, token: string): Promise<boolean>;
  /** Reads the last source again as a given user's. */
  readAs(user: string): Promise<void>;
  run(folders: FolderUse): Promise<void>;
  /** Stops a running job, or discards an ended one. */
  stop(): Promise<void>;
  undo(run: string): Promise<void>;
}

export function useTransferActions(): TransferActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
      try {
        await act();
        return true;
      } catch (error) {
        useFeedback.getState().fail(describeError(error));
        return false;
      } finally {
        await readAgain(queries, queryKeys.transfer);
      }
    };
    const awaitEnd = ({ id }: TransferJob): void => useSending.setState({ awaited: id });
    const begin = (from: TransferSource, user?: string): Promise<boolean> => {
      // Tokens are never stored, not even in memory.
      useSending.setState({ last: "token" in from ? null : from });
      return attempt(() =>
        client.transfer.begin.mutate({ from, ...(user !== undefined && { user }) }),
      );
    };
    const take = async (find: (signal: AbortSignal) => Promise<readonly PickedFile[]>) => {
      cut?.abort();
      const mine = new AbortController();
      cut = mine;
      useSending.setState({ sending: { sent: 0, total: 0 }, problem: null });
      const show = (change: Partial<SendingState>): void => {
        if (cut === mine) useSending.setState(change);
      };
      try {
        const found = await find(mine.signal);
        mine.signal.throwIfAborted();
        if (found.length === 0) throw new NotSent(transferStrings.noFiles);
        const place = placeOf(found, pathOfFile);
        if (place !== null) return void (await begin({ path: place }));
        const files = underOneName(found, new Date());
        const stage = newId();
        const total = files.length;
        show({ sending: { sent: 0, total } });
        await sendFiles(files, {
          stage,
          signal: mine.signal,
          onSent: (sent) => show({ sending: { sent, total } }),
        });
        mine.signal.throwIfAborted();
        await begin({ staged: stage });
      } catch (error) {
        if (!mine.signal.aborted) {
          show({ problem: error instanceof NotSent ? error.message : transferStrings.unsent });
        }
      } finally {
        show({ sending: null });
      }
    };
    return {
      addFiles: (files) => take(async () => files),
      addEntries: (entries) => take((signal) => filesOfEntries(entries, signal)),
      readServer: (url, token) => begin({ url, token }),
      async readAs(user) {
        const { last } = useSending.getState();
        if (last !== null) await begin(last, user);
      },
      async run(folders) {
        await attempt(async () => awaitEnd(await client.transfer.run.mutate({ folders })));
      },
      async stop() {
        cut?.abort();
        useSending.setState({ sending: null, problem: null });
        await attempt(() => client.transfer.stop.mutate());
      },
      async undo(run) {
        setUi({ isTransferWatched: true });
        await attempt(async () => awaitEnd(await client.transfer.undo.mutate({ run })));
      },
    };
  }, [client, queries]);
}
