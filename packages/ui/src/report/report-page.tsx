import { Copy, Download, FolderOpen, RefreshCw } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { type TidemarkClient, useClient } from "../data/client.tsx";
import { copyText } from "../feedback/copy-text.ts";
import { languageNow, useLanguage } from "../language/language.ts";
import { readMeasures } from "../performance/measures.ts";
import { askShell, useShell } from "../shell/shell.ts";
import { MenuButton } from "../timeline/screen/menu-button.tsx";
import { reportText } from "./report-text.ts";
import { reportStrings } from "./strings.ts";

/** Page with a report for bug hunting; the user reads, copies or saves it. */
export function ReportPage() {
  useLanguage();
  const client = useClient();
  const hasShell = useShell((shell) => shell.state !== null);
  const program = useShell((shell) => shell.report);
  const [text, setText] = useState("");
  const gather = useCallback(() => {
    if (hasShell) askShell({ type: "report" });
    void gathered(client, useShell.getState().report).then(setText);
  }, [client, hasShell]);
  // Runs again once the app has sent its part.
  useEffect(gather, [gather]);
  useEffect(() => {
    if (program !== null) void gathered(client, program).then(setText);
  }, [client, program]);
  useEffect(() => {
    document.title = `${reportStrings.title} - Tidemark`;
  });
  return (
    <main className="flex min-w-0 grow flex-col">
      <header className="flex h-14 flex-none items-center gap-3 px-4">
        <MenuButton />
        <h1 className="text-title font-[620] tracking-[-0.014em]">{reportStrings.title}</h1>
      </header>
      <div className="flex min-h-0 w-full max-w-[860px] grow flex-col gap-3 px-4 pb-4">
        <p className="max-w-[64ch] text-text-2">{reportStrings.about}</p>
        <textarea
          className="field min-h-40 grow resize-none py-2 font-mono text-small leading-5"
          aria-label={reportStrings.text}
          spellCheck={false}
          placeholder={reportStrings.gathering}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={() => void copyText(text)}>
            <Copy size={16} strokeWidth={1.75} aria-hidden />
            {reportStrings.copy}
          </button>
          <button type="button" className="button" onClick={() => save(text)}>
            <Download size={16} strokeWidth={1.75} aria-hidden />
            {reportStrings.save}
          </button>
          <button type="button" className="button" onClick={gather}>
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
            {reportStrings.refresh}
          </button>
          {hasShell && (
            <button
              type="button"
              className="button"
              onClick={() => askShell({ type: "show-logs" })}
            >
              <FolderOpen size={16} strokeWidth={1.75} aria-hidden />
              {reportStrings.showLogs}
            </button>
          )}
        </div>
      </div>
    </main>
  );
}

/** Returns the report; leaves out what can't be queried, for example while the host is away. */
async function gathered(client: TidemarkClient, program: string | null): Promise<string> {
  const [profile, counts, sync] = await Promise.all([
    client.profile.get.query().catch(() => null),
    client.memos.counts.query().catch(() => null),
    client.sync.diagnostics.query().catch(() => null),
  ]);
  return reportText({
    version: profile?.version ?? "?",
    atMs: Date.now(),
    userAgent: navigator.userAgent,
    language: languageNow(),
    window: { width: innerWidth, height: innerHeight, ratio: devicePixelRatio },
    settings: Object.keys(localStorage).filter((name) => name.startsWith("tidemark:")),
    counts,
    measures: readMeasures(),
    sync,
    program,
  });
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `tidemark-report-${new Date().toISOString().slice(0, 10)}.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
