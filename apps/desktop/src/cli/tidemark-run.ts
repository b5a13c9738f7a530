import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { DataFolder } from "@tidemark/db/node";
import {
  exportMemos,
  type ExportTarget,
  findImport,
  type ImportCounts,
  type ImportSource,
  type ImportTarget,
  planImport,
  type PlanRow,
  runImport,
  undoImport,
} from "@tidemark/transfer";
import { openFolderSink, openImport, openMemosServer, openZipSink } from "@tidemark/transfer/node";
import { claimFolder } from "../socket/ask-host.ts";
import { openHost } from "../host/open-host.ts";
import { runBackupCommand } from "./backup-run.ts";
import { shown } from "./shown.ts";
import { databaseRefused, folderRefused } from "./refused/refusals.ts";
import { StartRefused } from "./refused/start-refused.ts";
import type { TidemarkContext } from "./thread/tidemark-context.ts";
import type { McpCommand } from "./assistants/run-mcp.ts";
import type { ImportCommand, TidemarkCommand } from "./tidemark-options.ts";

/**
 * Runs a command on a data folder that no other program has open. Throws StartRefused if it can't start,
 * `SourceRefused` if the source is invalid.
 */
export async function runTidemark(
  command: Exclude<TidemarkCommand, McpCommand>,
  context: TidemarkContext,
): Promise<void> {
  const { type } = command;
  if (type === "backup" || type === "backups" || type === "restore") {
    return await runBackupCommand(command, context);
  }
  await using resources = new AsyncDisposableStack();
  // An unreadable source must not create a new profile, so a new profile's folder is locked later. An
  // existing one is locked before reading.
  const isThere = existsSync(join(command.dataDir, "tidemark.db"));
  if (!isThere && command.type !== "import") {
    throw new StartRefused(`there are no memos in ${command.dataDir}`);
  }
  if (isThere) resources.use(await claim(command.dataDir));
  const source = command.type === "import" ? resources.use(await openFrom(command, context)) : null;
  // A dry run doesn't create a profile either: it compares with an empty one.
  const isForShow = !isThere && command.type === "import" && command.isDryRun;
  const dir = isForShow ? await emptyFolder(resources) : command.dataDir;
  if (!isThere) resources.use(await claim(dir));
  const { log } = context;
  const host = await openHost({ dir, isOffline: true, log }).catch((error: unknown) => {
    throw databaseRefused(error) ?? error;
  });
  resources.defer(() => host.close());
  switch (command.type) {
    case "import":
      if (source === null) throw new Error("an import has a source");
      return await importFrom(source, host.services, command, context);
    case "undo":
      return await undo(host.services, command, context);
    case "export":
      return await exportTo(host.services, command, context);
  }
}

async function emptyFolder(resources: AsyncDisposableStack): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-dry-run-"));
  resources.defer(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function claim(dir: string): Promise<DataFolder> {
  const folder = await claimFolder(dir);
  if (!folder.ok) throw folderRefused(folder.error);
  return folder.value;
}

async function openFrom(
  { from, user, token }: ImportCommand,
  { signal, log }: TidemarkContext,
): Promise<ImportSource> {
  if ("path" in from) return openImport(from.path, { user, signal });
  if (user !== null) throw new StartRefused("--user is for a file: a token has its user");
  if (token === null) {
    throw new StartRefused("a server needs a token: --token-file FILE, or TIDEMARK_TOKEN");
  }
  log(`Asking ${from.url}.`);
  if (isOpenToOthers(from.url))
    log("Others on the network can read the token, because the address is not https.");
  return openMemosServer({ url: from.url, token, signal });
}

function isOpenToOthers(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

async function importFrom(
  source: ImportSource,
  target: ImportTarget,
  { isDryRun, isJson, folders }: ImportCommand,
  { signal, log, print }: TidemarkContext,
): Promise<void> {
  log(`Reading ${source.label}.`);
  const plan = await planImport(target, source, signal);
  let result: { rows: readonly PlanRow[]; counts: ImportCounts; run: string | null };
  if (isDryRun) result = { ...plan, run: null };
  else {
    result = await runImport(target, plan, {
      folders,
      signal,
      pause: () => setImmediate(),
      onProgress: (made) => log(`${made} of ${plan.counts.new} memos`),
    });
  }
  const { rows, counts, run } = result;
  const { new: made, same, skipped, problems } = counts;
  const tally = `imported: ${made} new, ${same} same, ${skipped} skipped, ${problems} problems`;
  const lastLine = isDryRun ? `${tally} (a dry run: nothing was written)` : tally;
  if (isJson) {
    const { format, label } = source;
    print(JSON.stringify({ format, label, isDryRun, import: run, counts, rows }));
    log(lastLine);
    return;
  }
  for (const line of tableOf(rows, isDryRun)) print(line);
  if (run !== null) print(`This import is ${run}: --undo ${run} undoes it.`);
  print(lastLine);
}

/** Returns the rows to print: all in a dry run, otherwise only skipped ones and problems. */
function tableOf(rows: readonly PlanRow[], isDryRun: boolean): string[] {
  return rows
    .filter(({ outcome }) => isDryRun || outcome === "skipped" || outcome === "problem")
    .map(({ outcome, path, words }) =>
      `${outcome.padEnd(8)} ${shown(path)}${words === "" ? "" : `: ${shown(words)}`}`.trimEnd(),
    );
}

async function exportTo(
  target: ExportTarget,
  { to, format, isJson }: Extract<TidemarkCommand, { type: "export" }>,
  { signal, log, print }: TidemarkContext,
): Promise<void> {
  await using sink = /\.zip$/i.test(to) ? await openZipSink(to) : await openFolderSink(to);
  log(`Writing ${to}.`);
  const report = await exportMemos(target, sink, {
    format,
    signal,
    onProgress: (memos) => {
      if (memos % 500 === 0) log(`${memos} memos`);
    },
  });
  if (isJson) {
    print(JSON.stringify({ to, ...report }));
    return;
  }
  for (const { memo, words } of report.problems) print(`problem  ${memo}: ${shown(words)}`);
  const { memos, files, trashed, problems } = report;
  print(
    `exported: ${memos} memos, ${files} files, ${trashed} in the trash left out, ${problems.length} problems`,
  );
}

async function undo(
  target: ImportTarget,
  { run: id, isJson }: Extract<TidemarkCommand, { type: "undo" }>,
  { log, print }: TidemarkContext,
): Promise<void> {
  const run = await findImport(target, id);
  if (run === null) {
    throw new StartRefused(id === null ? "nothing was imported here" : `no import is called ${id}`);
  }
  log(`Undoing the import of ${run.label}.`);
  const { removed, gone, kept } = await undoImport(target, run, { pause: () => setImmediate() });
  if (isJson) {
    print(JSON.stringify({ import: run.id, removed, gone, kept }));
    return;
  }
  for (const { memo, snippet, words } of kept)
    print(`kept     ${memo} ${shown(snippet)}: ${words}`);
  print(`taken back: ${removed} to the trash, ${gone} gone already, ${kept.length} kept`);
}
