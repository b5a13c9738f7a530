import type { SyncDiagnostics } from "@tidemark/core/router";
import type { Measures } from "../performance/measures.ts";

/** Parts of a report; null for what couldn't be queried. */
export interface ReportParts {
  readonly version: string;
  readonly atMs: number;
  readonly userAgent: string;
  readonly language: string;
  /** Window size in CSS pixels, and the device pixel ratio. */
  readonly window: { readonly width: number; readonly height: number; readonly ratio: number };
  /** Names of the settings changed on this device, without their values. */
  readonly settings: readonly string[];
  readonly counts: object | null;
  readonly measures: Measures;
  readonly sync: SyncDiagnostics | null;
  /** Report of the desktop app, with its logs. */
  readonly program: string | null;
}

/** Returns the report as text, the same in every language. */
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

/** Removes the server's address, but shows that there is a server. */
function withoutAddress(sync: SyncDiagnostics): object {
  const { serverUrl, state, cursors, memos, waiting, rejected, log } = sync;
  const server = serverUrl === null ? null : new URL(serverUrl).protocol;
  // Scope names contain ids, so only their number is reported.
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
