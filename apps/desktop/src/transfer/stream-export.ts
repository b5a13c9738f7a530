import { PassThrough } from "node:stream";
import type { ExportJob } from "@tidemark/core/router";
import type { FilesReply } from "@tidemark/replica/rpc";
import { exportMemos, type ExportTarget, openZipStream } from "@tidemark/transfer";

/** Number of memos between progress updates. */
const everyMemos = 50;

/** Returns the export as a download that is written while it is read. Reports progress to `onJob`. */
export function streamExport(
  target: ExportTarget,
  options: {
    readonly format: "markdown" | "json";
    readonly day: string;
    readonly signal: AbortSignal;
    readonly onJob: (job: ExportJob) => void;
    readonly log: (line: string) => void;
  },
): { readonly reply: FilesReply; readonly work: Promise<void> } {
  const { format, day, signal, onJob, log } = options;
  const out = new PassThrough();
  const left = new AbortController();
  out.once("close", () => left.abort());
  const end = AbortSignal.any([signal, left.signal]);
  // An error ends the download, which the client notices.
  out.on("error", () => {});
  // A paused download isn't read, so it is destroyed when the profile closes.
  const breakOff = (): void => void out.destroy(new Error("the profile is closed"));
  signal.addEventListener("abort", breakOff, { once: true });
  out.once("close", () => signal.removeEventListener("abort", breakOff));
  let memos = 0;
  const write = async (): Promise<void> => {
    await using sink = openZipStream(out);
    const report = await exportMemos(target, sink, {
      format,
      signal: end,
      onProgress(count) {
        memos = count;
        if (count % everyMemos === 0) onJob({ phase: "running", memos, files: 0, problems: 0 });
      },
    });
    const problems = report.problems.length;
    onJob({ phase: "done", memos: report.memos, files: report.files, problems });
  };
  onJob({ phase: "running", memos, files: 0, problems: 0 });
  const work = write().catch((error: unknown) => {
    if (!end.aborted) log(`export: ${error instanceof Error ? error.name : "failed"}`);
    onJob({ phase: "failed", memos, files: 0, problems: 0 });
  });
  const headers = {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="tidemark-${day}${format === "json" ? "-json" : ""}.zip"`,
    "cache-control": "no-store",
  };
  return { reply: { status: 200, headers, body: out }, work };
}
