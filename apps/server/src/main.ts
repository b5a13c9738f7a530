import { pino } from "pino";
import { readConfig } from "./cli/config.ts";
import { startServer } from "./start-server.ts";
import manifest from "../package.json" with { type: "json" };

/** Start-up was refused: a wrong option, a taken port, a folder that cannot be used. */
const refusedExitCode = 2;

async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env, manifest.version);
  if (!config.ok) {
    if (config.error.type === "printed") process.stdout.write(config.error.text);
    else refuse(config.error.message);
    return;
  }
  const stop = waitForStop();
  // Standard output carries what is promised there and nothing else.
  const logger = pino({}, pino.destination(2));
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
