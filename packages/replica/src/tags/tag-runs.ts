import type { DeviceDatabase } from "@tidemark/core";
import {
  advanceTagRun,
  dismissLate,
  expireTagRun,
  type MemoDeps,
  previewTagChange,
  resumeTagRun,
  startTagRun,
  stopTagRun,
  type TagRun,
  tagRunStatus,
  undoTagRun,
} from "@tidemark/core/memo";
import type { Caller } from "@tidemark/core/model";
import type { AppTagRuns, TagRunView } from "@tidemark/core/router";
import type { ChangeHub } from "../changes/change-hub.ts";
import type { Platform } from "../platform/platform.ts";

export interface TagRunsDeps {
  readonly memoDeps: MemoDeps<DeviceDatabase>;
  readonly machine: Pick<Platform, "pause">;
  readonly changes: Pick<ChangeHub, "ofMany" | "own" | "sync">;
  readonly caller: () => Promise<Caller>;
  readonly nowMs: () => number;
  readonly log: (line: string) => void;
}

/** Tag changes with their background work. */
export interface TagRuns extends AppTagRuns, AsyncDisposable {
  /** Resumes a run that was interrupted when the profile was closed. */
  begin(): void;
}

/** Maximum number of memos per transaction, and maximum duration of one in ms; input waits no longer. */
const maxMemos = 50;
const pieceMs = 8;

/** Changes a tag in all memos of the profile's owner, in pieces that let other work run in between. */
export function createTagRuns(deps: TagRunsDeps): TagRuns {
  const { memoDeps, machine, changes, caller, nowMs, log } = deps;
  const { database } = memoDeps;
  let work: Promise<void> | null = null;
  let isClosed = false;

  async function advance(): Promise<void> {
    await expireTagRun(memoDeps, nowMs());
    const who = await caller();
    for (;;) {
      let endMs = Number.POSITIVE_INFINITY;
      const run = await advanceTagRun(memoDeps, who, {
        memos: maxMemos,
        // Measured from the first memo: before that the piece may have waited for the write lock.
        isOver: () => performance.now() >= endMs,
        onWrite(id) {
          if (endMs === Number.POSITIVE_INFINITY) endMs = performance.now() + pieceMs;
          changes.ofMany(id);
        },
      });
      if (isClosed || run === null || (run.state !== "running" && run.state !== "undoing")) break;
      await machine.pause();
    }
    changes.own();
    changes.sync();
  }

  function begin(): void {
    if (isClosed) return;
    const earlier = work ?? Promise.resolve();
    const mine: Promise<void> = earlier
      .then(advance)
      .catch((error: unknown) => log(`tags: ${String(error)}`))
      .finally(() => {
        if (work === mine) work = null;
      });
    work = mine;
  }

  return {
    begin,
    async tree() {
      const { name } = await caller();
      return database.read(({ memos }) => memos.tagTree(name));
    },
    preview: async (change) => previewTagChange(memoDeps, await caller(), change, nowMs()),
    async start(change) {
      const started = await startTagRun(memoDeps, await caller(), change, nowMs());
      if (started.ok) begin();
      return started.ok ? { ok: true, value: viewOf(started.value) } : started;
    },
    async status() {
      const { name } = await caller();
      const { run, late } = await database.read((stores) => tagRunStatus(stores, name, nowMs()));
      return { run: run === null ? null : viewOf(run), late };
    },
    async stop() {
      await stopTagRun(memoDeps);
    },
    async resume(id) {
      await resumeTagRun(memoDeps, id);
      begin();
    },
    async undo(id) {
      await undoTagRun(memoDeps, await caller(), id);
      begin();
    },
    dismiss: (from) => dismissLate(memoDeps, from, nowMs()),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await work;
    },
  };
}

function viewOf({ id, from, to, state, total, changed, left, undone }: TagRun): TagRunView {
  return { id, from, to, state, total, changed, left, undone };
}
