import type { InstanceState } from "../services/instance-state.ts";
import { finding } from "./finding.ts";

/** Number of warnings that are printed. */
const shownWarnings = 10;

/** Returns the lines of the command `state`. */
export function stateLines(state: InstanceState): string[] {
  const { commit, databaseKind, schema, databaseBytes, webSessions, deviceSessions } = state;
  const backup = state.lastBackupMs === null ? "none in the audit log" : timeOf(state.lastBackupMs);
  return [
    `version: ${state.version}${commit === "" || state.version.includes("+") ? "" : ` (${commit.slice(0, 12)})`}`,
    `process: ${state.process}, since ${timeOf(state.startedMs)}, ${state.openStreams} open streams`,
    `database: ${databaseKind}, schema ${schema}, ${megabytes(databaseBytes)}`,
    `sessions: ${webSessions} in browsers, ${deviceSessions} of devices`,
    ...state.disks.map(({ name, bytes }) => `disk of ${name}: ${megabytes(bytes)} free`),
    ...[...state.jobs]
      // The audit log has those of commands too.
      .filter(([job]) => job !== "backup")
      .map(([job, atMs]) => `last ${job}: ${timeOf(atMs)}`),
    `last backup: ${backup}`,
    ...backupLines(state.backups),
    ...(state.isRemovalPaused ? ["removal of old data: paused, the clock may be wrong"] : []),
    ...state.warnings
      .slice(-shownWarnings)
      .map(({ atMs, level, message }) => `${level} ${timeOf(atMs)}: ${message}`),
  ];
}

function backupLines(backups: InstanceState["backups"]): string[] {
  if (backups === null) return [];
  const { folder, at, kept, failure } = backups;
  return [
    `daily backups: ${kept.length} in ${folder}, at ${at}`,
    ...(failure === null ? [] : [`the last backup failed: ${failure}`]),
  ];
}

/** Returns the lines of the command `doctor` that only a running server knows. */
export function doctorLines(state: InstanceState): string[] {
  const proxy = state.warnings.find(({ message }) => message.startsWith("X-Forwarded-For"));
  return [
    finding(
      "clock",
      state.isRemovalPaused
        ? "more than a week from when the server last ran; set it, or start once with --trust-clock"
        : null,
    ),
    finding("proxy", proxy?.message ?? null),
    ...(state.backups === null ? [] : [finding("backups", state.backups.failure)]),
    finding("database", null, `${state.databaseKind}, schema ${state.schema}`),
  ];
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
