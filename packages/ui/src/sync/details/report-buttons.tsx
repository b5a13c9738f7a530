import type { SyncDiagnostics } from "@tidemark/core/router";
import { describeError, useClient } from "../../data/client.tsx";
import { copyText } from "../../feedback/copy-text.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";

/** Buttons for a support report: sync activity without any memo text. */
export function ReportButtons() {
  useLanguage();
  const client = useClient();
  const { fail } = useFeedback.getState();
  const withReport = (use: (report: SyncDiagnostics) => Promise<void>): void => {
    client.sync.diagnostics
      .query()
      .then(use)
      .catch((problem: unknown) => fail(describeError(problem)));
  };
  const copy = (report: SyncDiagnostics): Promise<void> => copyText(reportToText(report));
  return (
    <div className="sticky bottom-0 mt-auto flex flex-none flex-wrap items-center gap-2 border-t border-border bg-surface pt-3 pb-1">
      <p className="min-w-40 flex-1 text-meta text-text-3">{syncStrings.reportBody}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button" onClick={() => withReport(copy)}>
          {syncStrings.copyReport}
        </button>
        <button type="button" className="button" onClick={() => withReport(save)}>
          {syncStrings.saveReport}
        </button>
      </div>
    </div>
  );
}

export function reportToText(report: SyncDiagnostics): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Returns the file name of a report: its time, without characters that file systems reject. */
export function reportFileName(report: SyncDiagnostics): string {
  const time = new Date(report.atMs).toISOString().slice(0, 19).replaceAll(":", "-");
  return `tidemark-sync-${time}.json`;
}

async function save(report: SyncDiagnostics): Promise<void> {
  const url = URL.createObjectURL(new Blob([reportToText(report)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = reportFileName(report);
  link.click();
  URL.revokeObjectURL(url);
}
