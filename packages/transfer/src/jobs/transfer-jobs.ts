import { type AppError, appError, err, notFound, ok, type Result } from "@tidemark/core";
import type { FolderUse } from "@tidemark/core/model";
import type {
  TransferBegin,
  TransferJob,
  TransferOutcome,
  TransferRows,
  TransferRun,
  TransferSource,
} from "@tidemark/core/router";
import type { ImportSource, SourceChoices } from "../model.ts";
import type { ImportPlan, PlanRow } from "../plan/import-plan.ts";
import { planImport } from "../plan/plan-import.ts";
import { runImport } from "../run/run-import.ts";
import type { ImportTarget } from "../target/import-target.ts";
import { findImport, undoImport } from "../undo/undo-import.ts";
import { fault, failureOf } from "./failure-of.ts";

/** Sources that a host can read, and the files that its pages sent. */
export interface TransferSources {
  /** Returns the reason why the host doesn't read such a source, or null. */
  refuse(from: TransferSource): AppError | null;
  /** Closes a stage for further files. Resolves to false if it has no complete files. */
  take(stage: string): Promise<boolean>;
  open(
    from: TransferSource,
    choices: Pick<SourceChoices, "user" | "signal">,
  ): Promise<ImportSource>;
  /** Deletes the files of a stage. */
  remove(stage: string): Promise<void>;
}

export interface TransferJobsOptions {
  readonly target: ImportTarget;
  readonly sources: TransferSources;
  /** Yields to other work, so a key press waits for at most one batch. */
  readonly pause: () => Promise<void>;
  readonly newId: () => string;
  readonly onChange: () => void;
  readonly log: (line: string) => void;
}

/** Imports memos, one source at a time, in the background. */
export interface TransferJobs extends AsyncDisposable {
  view(): TransferJob | null;
  begin(input: TransferBegin): Promise<Result<TransferJob, AppError>>;
  rows(outcome: TransferOutcome | null): TransferRows;
  run(folders?: FolderUse): Result<TransferJob, AppError>;
  stop(): Promise<void>;
  runs(): Promise<TransferRun[]>;
  undo(run: string): Promise<Result<TransferJob, AppError>>;
}

/** State of the current job. `view` is the part shown to the page. */
interface Job {
  view: TransferJob;
  rows: readonly PlanRow[];
  readonly cut: AbortController;
  source: ImportSource | null;
  plan: ImportPlan | null;
  readonly stage: string | null;
  work: Promise<void>;
}

/** Memos per transaction; few, since saving typed text waits for one. */
const batchMemos = 10;
const maxRows = 500;
const maxRuns = 100;
/** Order of rows: those that need attention first. */
const order: readonly TransferOutcome[] = ["problem", "skipped", "new", "same"];

const busy = (): AppError => appError("FAILED_PRECONDITION", "another import is at work");

/**
 * Creates the runner of imports. An import interrupted by closing the host resumes when it is started again.
 */
export function createTransferJobs(options: TransferJobsOptions): TransferJobs {
  const { target, sources, onChange } = options;
  let current: Job | null = null;
  let isClosed = false;

  function show(job: Job, changed: Partial<TransferJob>): void {
    job.view = { ...job.view, ...changed };
    if (job === current) onChange();
  }

  /** Replaces the current job and releases the old one. */
  async function take(view: Pick<TransferJob, "type" | "phase" | "label">, stage: string | null) {
    const job: Job = {
      view: { ...blank, ...view, id: options.newId() },
      rows: [],
      cut: new AbortController(),
      source: null,
      plan: null,
      stage,
      work: Promise.resolve(),
    };
    const before = current;
    current = job;
    if (before !== null) await letGo(before, before.stage !== stage);
    onChange();
    return job;
  }

  /** Closes the job's source and deletes its uploads, unless the same stage is read again. */
  async function letGo(job: Job, isStageLeft = true): Promise<void> {
    const { source, stage } = job;
    job.source = null;
    job.plan = null;
    await source?.[Symbol.asyncDispose]();
    if (isStageLeft && stage !== null) await sources.remove(stage);
  }

  function work(job: Job, act: () => Promise<void>): void {
    job.work = act().catch(async (error: unknown) => {
      if (job.cut.signal.aborted) {
        show(job, { phase: "done", isStopped: true });
        return;
      }
      const known = failureOf(error);
      // The error's message may contain an address, so only its name and location are logged.
      if (known === null) options.log(`import: ${placeOf(error)}`);
      // If the user must choose a person, the same source is read again.
      if (known === null || known.people.length === 0) await letGo(job);
      show(job, { phase: "failed", failure: known ?? fault });
    });
  }

  const pauseOf = (job: Job) => async (): Promise<void> => {
    await options.pause();
    job.cut.signal.throwIfAborted();
  };

  async function read(job: Job, { from, user }: TransferBegin): Promise<void> {
    const { signal } = job.cut;
    const source = await sources.open(from, { user: user ?? null, signal });
    job.source = paced(source, pauseOf(job));
    if (signal.aborted) await letGo(job);
    signal.throwIfAborted();
    const { format, kind = format, label } = job.source;
    show(job, { format: kind, label });
    const plan = await planImport(target, job.source, signal);
    signal.throwIfAborted();
    job.plan = plan;
    job.rows = inOrder(plan.rows);
    const { counts, inFolders } = plan;
    show(job, { phase: "planned", counts, inFolders });
  }

  async function bring(job: Job, plan: ImportPlan, folders: FolderUse): Promise<void> {
    try {
      const report = await runImport(target, plan, {
        folders,
        signal: job.cut.signal,
        batchMemos,
        // Memos created before an interruption can be undone.
        onBegin: (run) => show(job, { run }),
        pause: pauseOf(job),
        onProgress: (made) => show(job, { made }),
      });
      job.rows = inOrder(report.rows);
      await letGo(job);
      show(job, { phase: "done", counts: report.counts, run: report.run });
    } catch (error) {
      await letGo(job);
      throw error;
    }
  }

  const isAtWork = (): boolean =>
    current !== null && (current.view.phase === "reading" || current.view.phase === "running");

  return {
    view: () => current?.view ?? null,
    async begin(input) {
      const { from } = input;
      if (isAtWork() || isClosed) return err(busy());
      const refused = sources.refuse(from);
      if (refused !== null) return err(refused);
      const stage = "staged" in from ? from.staged : null;
      const job = await take({ type: "import", phase: "reading", label: "" }, stage);
      if (stage !== null && !(await sources.take(stage))) {
        if (current === job) current = null;
        onChange();
        return err(notFound());
      }
      work(job, () => read(job, input));
      return ok(job.view);
    },
    rows(outcome) {
      const all = current?.rows ?? [];
      const wanted = outcome === null ? all : all.filter((row) => row.outcome === outcome);
      return { rows: wanted.slice(0, maxRows), total: wanted.length };
    },
    run(folders = "tags") {
      const job = current;
      const plan = job?.plan ?? null;
      if (job === null || plan === null || job.view.phase !== "planned" || isClosed) {
        return err(appError("FAILED_PRECONDITION", "nothing is planned"));
      }
      show(job, { phase: "running" });
      work(job, () => bring(job, plan, folders));
      return ok(job.view);
    },
    async stop() {
      const job = current;
      if (job === null) return;
      const { phase } = job.view;
      job.cut.abort();
      await job.work;
      // An interrupted import stays visible; a job that was only reading is removed.
      if (phase !== "running" && job === current) {
        current = null;
        await letGo(job);
        onChange();
      }
    },
    runs: () => target.memoDeps.database.read(({ imports }) => imports.runs(maxRuns)),
    async undo(id) {
      if (isAtWork() || isClosed) return err(busy());
      const run = await findImport(target, id);
      if (run === null) return err(notFound());
      if (isAtWork()) return err(busy());
      const job = await take({ type: "undo", phase: "running", label: run.label }, null);
      job.view = { ...job.view, run: run.id };
      work(job, async () => {
        const { removed, kept } = await undoImport(target, run, {
          pause: pauseOf(job),
          onProgress: (made) => show(job, { made }),
        });
        job.rows = kept.map(({ snippet, words }) => ({
          outcome: "skipped",
          path: snippet,
          code: "kept",
          words,
        }));
        show(job, { phase: "done", made: removed, kept: kept.length });
      });
      return ok(job.view);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const job = current;
      job?.cut.abort();
      await job?.work;
      if (job !== null) await letGo(job);
    },
  };
}

const blank: Omit<TransferJob, "id" | "type" | "phase" | "label"> = {
  format: null,
  counts: null,
  inFolders: 0,
  made: 0,
  kept: 0,
  run: null,
  isStopped: false,
  failure: null,
};

function inOrder(rows: readonly PlanRow[]): readonly PlanRow[] {
  return rows.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
}

function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "no error was thrown";
  const [place = ""] = /^\s+at .*$/m.exec(error.stack ?? "") ?? [];
  return `${error.name}${place}`;
}

/** Number of items read before yielding, since some sources never wait. */
const readAtOnce = 25;

function paced(source: ImportSource, pause: () => Promise<void>): ImportSource {
  return {
    format: source.format,
    ...(source.kind !== undefined && { kind: source.kind }),
    id: source.id,
    label: source.label,
    async *items(signal) {
      let read = 0;
      for await (const item of source.items(signal)) {
        yield item;
        read += 1;
        if (read % readAtOnce === 0) await pause();
      }
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}
