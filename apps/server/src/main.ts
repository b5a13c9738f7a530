import { setTimeout as sleep } from "node:timers/promises";
import { type NewAuditEntry, ok, type Result } from "@tidemark/core";
import { listenToDebug } from "@tidemark/core/debug";
import { backUp, backedUpBlobFolder } from "./backup/back-up.ts";
import { backUpWithKey } from "./backup/moving-archive.ts";
import { restore } from "./backup/restore.ts";
import { configLines } from "./cli/config-lines.ts";
import { readConfig } from "./cli/config.ts";
import { type FolderCommand, readFolderCommand } from "./cli/folder-commands.ts";
import { readHealthCommand } from "./cli/health-command.ts";
import { type MoveCommand, readMoveCommand } from "./cli/move-command.ts";
import type { ConfigStop } from "./cli/options.ts";
import { readCheckCommand, readNewEpochCommand, readStateCommand } from "./cli/place-commands.ts";
import { readUserCommand } from "./cli/user-command.ts";
import { readVerb } from "./cli/verbs.ts";
import { type PlacedWork, readSettingCommand, readTokenCommand } from "./cli/work-commands.ts";
import { askControl, type ControlAnswer } from "./control/control-socket.ts";
import { auditLine } from "./ops/audit-line.ts";
import { createLogger } from "./ops/log/create-logger.ts";
import { readBuild } from "./ops/read-build.ts";
import { type StartError, startRefused } from "./start/start-error.ts";
import { createRecentWarnings } from "./services/recent-warnings.ts";
import { startServer } from "./start-server.ts";
import { ownPage } from "./web/own-page.ts";
import { beginNewEpoch } from "./verbs/begin-new-epoch.ts";
import { check } from "./verbs/check.ts";
import { doWork } from "./verbs/do-work.ts";
import { examine } from "./verbs/examine.ts";
import { isProblem } from "./verbs/finding.ts";
import { checkHealth } from "./verbs/health-check.ts";
import { manageUsers } from "./verbs/manage-users.ts";
import { reportLines } from "./cluster/move/move-report.ts";
import { reportNowAndThen } from "./cluster/move/report-progress.ts";
import manifest from "../package.json" with { type: "json" };

/** Exit code if the start is refused: an invalid option, a port in use, an unusable folder. */
const refusedExitCode = 2;

const build = await readBuild(manifest.version);

async function main(): Promise<void> {
  const asked = readVerb(process.argv.slice(2));
  if (!asked.ok) {
    stopAt(asked.error);
    return;
  }
  const { verb, rest } = asked.value;
  switch (verb) {
    case "serve":
      return serve(rest);
    case "check":
      return run(readCheckCommand(rest), async (command) => {
        const checked = await check(command, print);
        if (!checked.ok) return refuse(checked.error.message);
        if (checked.value.failed > 0) process.exitCode = 1;
      });
    case "new-epoch":
      return run(readNewEpochCommand(rest), async (place) => {
        const begun = await beginNewEpoch(place);
        if (begun.ok) print(`${verb}: ${begun.value}`);
        else refuse(begun.error.message);
      });
    case "move":
      return run(readMoveCommand(rest), runMove);
    case "backup":
    case "restore":
      return run(readFolderCommand(verb, rest), runFolderCommand);
    case "user":
      return run(readUserCommand(rest), async (command) => printAnswer(await manageUsers(command)));
    case "token":
      return run(readTokenCommand(rest), runWork);
    case "setting":
      return run(readSettingCommand(rest), runWork);
    case "state":
      return run(readStateCommand(rest), async ({ data }) => {
        const state = await askControl(data, { command: "state" });
        printAnswer(state === null ? startRefused(`no server runs with ${data}`) : ok(state));
      });
    case "doctor":
      return run(readConfig(rest, build.version), async (config) => {
        const lines = await examine(config);
        for (const line of lines) print(line);
        if (lines.some(isProblem)) process.exitCode = 1;
      });
    case "healthcheck":
      return run(readHealthCommand(rest, build.version), async (command) => {
        const health = await checkHealth(command);
        if (!health.ok) return refuse(health.error.message);
        print(health.value.line);
        if (!health.value.isHealthy) process.exitCode = 1;
      });
    case "config":
      return runConfig(rest);
  }
}

async function serve(args: readonly string[]): Promise<void> {
  const config = readConfig(args, build.version);
  if (!config.ok) {
    stopAt(config.error);
    return;
  }
  listenToDebug(process.env["TIDEMARK_DEBUG"], (line) => {
    process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  });
  const stop = waitForStop();
  const stopping = new AbortController();
  let drainMs = 0;
  void stop.then(() => {
    stopping.abort();
    setTimeout(endAsItStands, drainMs + longestEndMs).unref();
  });
  const warnings = createRecentWarnings();
  const logger = createLogger(config.value.logFormat, warnings.hooks);
  const started = await startServer(config.value, {
    ...build,
    logger,
    warnings,
    page: ownPage(),
    stopping: stopping.signal,
  });
  if (!started.ok) {
    if (started.error.type === "start-refused") refuse(started.error.message);
    return;
  }
  await using server = started.value;
  drainMs = config.value.drainSeconds * 1000;
  const code = server.setupCode === null ? "" : `Set-up code: ${server.setupCode}\n`;
  process.stdout.write(`Tidemark server: ${server.url}\n${code}`);
  const signal = await stop;
  if (drainMs > 0) {
    logger.info({ signal, seconds: config.value.drainSeconds }, "draining");
    server.drain();
    await sleep(drainMs);
  }
  logger.info({ signal }, "stopping");
}

/** Maximum duration of the shutdown after the signal and the drain. Milliseconds. */
const longestEndMs = 2900;

/** Exits immediately. The next start resumes open work: every answered commit is on disk. */
function endAsItStands(): void {
  process.stderr.write("tidemark-server: ended while something was under way\n");
  process.exit(process.exitCode ?? 1);
}

/** Runs a command if its arguments are valid. */
async function run<Asked>(
  command: Result<Asked, ConfigStop>,
  work: (command: Asked) => Promise<void>,
): Promise<void> {
  if (command.ok) await work(command.value);
  else stopAt(command.error);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function runFolderCommand(asked: FolderCommand): Promise<void> {
  if (asked.type === "restore") return runRestore(asked);
  if (asked.type === "backup-now") {
    const made = await askControl(asked.data, { command: "backup" });
    printAnswer(made === null ? startRefused(`no server runs with ${asked.data}`) : ok(made));
    return;
  }
  const logAudit = (entry: NewAuditEntry): void => {
    createLogger("json").info(auditLine(entry), "audit");
  };
  const { to, keyFile } = asked;
  const done =
    keyFile === null
      ? await backUp(asked, to, logAudit)
      : await backUpWithKey(asked, keyFile, to, logAudit);
  if (done.ok) print(`${asked.type}: ${done.value}`);
  else refuse(done.error);
}

/** Shows the configuration that the server would start with, or all that is wrong with it. */
async function runConfig([action = "", ...args]: readonly string[]): Promise<void> {
  if (action !== "check" && action !== "print") return refuse("config is for check or print");
  return run(readConfig(args, build.version), async (config) => {
    print(action === "check" ? "ok" : configLines(config));
  });
}

async function runWork({ place, work }: PlacedWork): Promise<void> {
  printAnswer(await doWork(place, work));
}

function printAnswer(answer: Result<ControlAnswer, StartError>): void {
  if (!answer.ok) refuse(answer.error.message);
  else if (answer.value.ok) for (const line of answer.value.lines) print(line);
  else {
    refuse(answer.value.message);
    // The options are valid, but the instance doesn't allow this.
    process.exitCode = 1;
  }
}

async function runRestore(asked: FolderCommand & { readonly type: "restore" }): Promise<void> {
  const restored = await restore(asked, asked.from, asked);
  if (!restored.ok) {
    refuse(restored.error);
    return;
  }
  const { memos, broughtFiles, missingFiles, damagedFiles, blobs } = restored.value;
  print(
    `restore: ${memos} memos from ${asked.from}, files: ${broughtFiles} brought, ${missingFiles} missing`,
  );
  if (damagedFiles > 0) print(`restore: ${damagedFiles} files of the backup are damaged`);
  if (missingFiles === 0) return;
  const places = `neither in ${blobs} nor in ${backedUpBlobFolder(asked)}`;
  print(`restore: the database names files that are ${places}`);
  if (!asked.allowMissing) process.exitCode = 1;
}

async function runMove(command: MoveCommand): Promise<void> {
  // Imported lazily: few servers need PostgreSQL.
  const { move } = await import("./cluster/move/move.ts");
  const progress = reportNowAndThen((line) => process.stderr.write(`${line}\n`));
  const moved = await move(command, progress);
  if (!moved.ok) refuse(moved.error.message);
  else if (command.json) print(JSON.stringify(moved.value));
  else for (const line of reportLines(moved.value)) print(line);
}

function stopAt(stop: ConfigStop): void {
  if (stop.type === "printed") process.stdout.write(stop.text);
  else refuse(stop.message);
}

function refuse(message: string): void {
  process.stderr.write(`tidemark-server: ${message}\n`);
  process.exitCode = refusedExitCode;
}

/** Resolves with the first stop signal; a second one kills the process. */
function waitForStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => resolve(signal));
    }
  });
}

// A reader such as `head` may close the pipe before the last line.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

await main();
