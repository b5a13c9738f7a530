import { type Logger, pino } from "pino";
import type { Result } from "@tidemark/core";
import { listenToDebug } from "@tidemark/core/debug";
import { backUp } from "./backup/back-up.ts";
import { restore } from "./backup/restore.ts";
import { type FolderCommand, readFolderCommand } from "./cli/backup-commands.ts";
import { type ConfigStop, readConfig } from "./cli/config.ts";
import { auditLine } from "./ops/audit-line.ts";
import { startServer } from "./start-server.ts";
import manifest from "../package.json" with { type: "json" };

/** Start-up was refused: a wrong option, a taken port, a folder that cannot be used. */
const refusedExitCode = 2;

async function main(): Promise<void> {
  const command = readFolderCommand(process.argv.slice(2), process.env);
  if (command !== null) {
    await runFolderCommand(command);
    return;
  }
  const config = readConfig(process.argv.slice(2), manifest.version);
  if (!config.ok) {
    stopAt(config.error);
    return;
  }
  listenToDebug(process.env["TIDEMARK_DEBUG"], (line) => {
    process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  });
  const stop = waitForStop();
  const logger = standardLogger();
  const started = await startServer(config.value, { version: manifest.version, logger });
  if (!started.ok) {
    refuse(started.error.message);
    return;
  }
  await using server = started.value;
  const code = server.setupCode === null ? "" : `Set-up code: ${server.setupCode}\n`;
  process.stdout.write(`Tidemark server: ${server.url}\n${code}`);
  logger.info({ signal: await stop }, "stopping");
}

/** Standard output carries what is promised there and nothing else. */
function standardLogger(): Logger {
  return pino({}, pino.destination(2));
}

async function runFolderCommand(command: Result<FolderCommand, ConfigStop>): Promise<void> {
  if (!command.ok) {
    stopAt(command.error);
    return;
  }
  const asked = command.value;
  const done =
    asked.type === "backup"
      ? await backUp(asked.data, asked.to, (entry) =>
          standardLogger().info(auditLine(entry), "audit"),
        )
      : await restore(asked.data, asked.from, asked);
  if (done.ok) process.stdout.write(`${asked.type}: ${done.value}\n`);
  else refuse(done.error);
}

function stopAt(stop: ConfigStop): void {
  if (stop.type === "printed") process.stdout.write(stop.text);
  else refuse(stop.message);
}

function refuse(message: string): void {
  process.stderr.write(`tidemark-server: ${message}\n`);
  process.exitCode = refusedExitCode;
}

/** Resolves with the first signal to end; a second one ends the process as it stands. */
function waitForStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => resolve(signal));
    }
  });
}

await main();
