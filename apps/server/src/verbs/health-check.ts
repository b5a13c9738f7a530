import { setTimeout as sleep } from "node:timers/promises";
import { ok, type Result } from "@tidemark/core";
import { z } from "zod";
import type { HealthCommand } from "../cli/health-command.ts";
import { urlHost } from "../net/url-host.ts";
import { type StartError, startRefused } from "../start/start-error.ts";

/** Maximum time for an answer in milliseconds; the server gives its database five seconds. */
const answerMs = 6000;

/** Addresses that mean "every one of this machine", and one of it. */
const anyHost: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

const statusSchema = z.object({ status: z.string() });

export interface Health {
  readonly isHealthy: boolean;
  /** Line to print. */
  readonly line: string;
}

/** Time between two questions to a server that is starting, in milliseconds. */
const pauseMs = 250;

/**
 * Asks the server with this configuration whether it runs; with `isReady`, whether its database answers too. A full
 * disk leaves it ready: reading works. Asks again for `waitMs` until it is healthy.
 */
export async function checkHealth({
  config,
  isReady,
  waitMs,
}: HealthCommand): Promise<Result<Health, StartError>> {
  const end = performance.now() + waitMs;
  for (;;) {
    const health = await askHealth(config, isReady);
    if (!health.ok || health.value.isHealthy || performance.now() >= end) return health;
    await sleep(pauseMs);
  }
}

async function askHealth(
  { host, port }: HealthCommand["config"],
  isReady: boolean,
): Promise<Result<Health, StartError>> {
  if (port === 0) return startRefused("healthcheck needs the port that the server listens on");
  const path = isReady ? "/readyz" : "/healthz";
  const url = `http://${urlHost(anyHost[host] ?? host)}:${port}${path}`;
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
    const { status } = statusSchema.parse(await reply.json());
    return ok({ isHealthy: reply.ok, line: status });
  } catch (error) {
    return ok({ isHealthy: false, line: `${url}: ${reasonOf(error)}` });
  }
}

/** Returns the cause's message, since `fetch` itself only reports that it failed. */
function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return "not a Tidemark server";
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
