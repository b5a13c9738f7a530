import type { SyncDiagnostics } from "@tidemark/core/router";
import type { Measures } from "../performance/measures.ts";

/** What a report is made of. What could not be asked for is null. */
export interface ReportParts {
  readonly version: string;
  readonly atMs: number;
  readonly userAgent: string;
  readonly language: string;
  /** Of the window, in CSS pixels, and how many of the screen's are one of them. */
  readonly window: { readonly width: number; readonly height: number; readonly ratio: number };
  /** Names of what was set on this device; never what to. */
  readonly settings: readonly string[];
  readonly counts: object | null;
  readonly measures: Measures;
  readonly sync: SyncDiagnostics | null;
  /** What the program around the page says of itself and its logs. */
  readonly program: string | null;
}

/** The report in words that whoever helps reads, the same in every language. */
export function reportText(parts: ReportParts): string {
  const { version, atMs, userAgent, language, window, settings, counts, measures, sync } = parts;
  return [
    `Tidemark ${version}`,
    new Date(atMs).toISOString(),
    userAgent,
    `language: ${language}, window: ${window.width} × ${window.height} × ${window.ratio}`,
    `settings: ${settings.length === 0 ? "-" : settings.join(", ")}`,
    "",
    "counts",
    indented(counts),
    "",
    "speed",
    indented(measures),
    "",
    "sync",
    indented(sync === null ? null : withoutAddress(sync)),
    ...(parts.program === null ? [] : ["", "program", parts.program]),
    "",
  ].join("\n");
}

/** Which server it is, is nobody's business; that there is one is. */
function withoutAddress(sync: SyncDiagnostics): object {
  const { serverUrl, state, cursors, memos, waiting, rejected, log } = sync;
  const server = serverUrl === null ? null : new URL(serverUrl).protocol;
  // Scopes are named by what they hold.
  const scopes = Object.keys(cursors).length;
  return {
    server,
    state,
    scopes,
    memos,
    waiting,
    rejected,
    log: log.slice(0, 50).map(withoutHost),
  };
}

function withoutHost(entry: SyncDiagnostics["log"][number]): object {
  const { host: _host, ...params } = entry.params as Readonly<Record<string, unknown>>;
  return { ...entry, params };
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 1);
}
