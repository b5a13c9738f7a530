import { pino } from "pino";
import { readConfig } from "../../apps/server/src/cli/config.ts";
import { type RunningServer, startServer } from "../../apps/server/src/start-server.ts";

export const alice = { username: "alice", password: "correct horse" };

/**
 * Starts the complete server in this process, on a data folder, with `alice` as its administrator. `more`
 * adds command line options.
 */
export async function serveHere(
  data: string,
  port = 0,
  more: readonly string[] = [],
): Promise<RunningServer> {
  const args = ["--data", data, "--port", String(port), "--rate-limit-anonymous", "0", ...more];
  const account = ["--admin-username", alice.username, "--admin-password", alice.password];
  const config = readConfig([...args, ...account], "1.0.0");
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const started = await startServer(config.value, {
    version: "1.0.0",
    logger: pino({ level: "silent" }),
  });
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}
