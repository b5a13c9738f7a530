import type { Result } from "@tidemark/core";
import { type Config, readConfig } from "./config.ts";
import { type ConfigStop, refuseAll } from "./options.ts";

/** Question of `healthcheck`, and the place of the server that it goes to. */
export interface HealthCommand {
  readonly config: Pick<Config, "host" | "port">;
  /** True if the database must answer too. */
  readonly isReady: boolean;
  /** Time for a server that is starting, in milliseconds. */
  readonly waitMs: number;
}

/** Reads the arguments of `healthcheck`: `--ready`, `--wait SECONDS` and the options of the server. */
export function readHealthCommand(
  args: readonly string[],
  version: string,
): Result<HealthCommand, ConfigStop> {
  const isReady = args.includes("--ready");
  const at = args.indexOf("--wait");
  const wait = at < 0 ? "0" : (args[at + 1] ?? "");
  if (!/^\d{1,4}$/.test(wait)) return refuseAll(["option '--wait' must be a number of seconds"]);
  const rest = args.filter((arg, i) => arg !== "--ready" && (at < 0 || (i !== at && i !== at + 1)));
  const config = readConfig(rest, version);
  if (!config.ok) return config;
  return { ok: true, value: { config: config.value, isReady, waitMs: Number(wait) * 1000 } };
}
