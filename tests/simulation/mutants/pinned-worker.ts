import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import type { Script } from "../script.ts";
import { findMutant } from "./all-mutants.ts";
import { loadSimulation, type Simulation } from "./load-simulation.ts";

/** Result of a mutant's pinned script. */
export interface PinnedAnswer {
  /** Law that the script declares to break. */
  readonly claimed: string | undefined;
  /** Verdict with the bug in the product. */
  readonly planted: Verdict;
  readonly sound: Verdict;
}

/**
 * Broken law and message; `law` is null if the script couldn't run, and both are null if every law held.
 */
export interface Verdict {
  readonly law: string | null;
  readonly message: string | null;
}

/** Thread of the pinned scripts: receives a mutant's name and runs its script. */
parentPort?.on("message", (name: string) => {
  void answerTo(name).then((answer) => parentPort?.postMessage(answer));
});

async function answerTo(name: string): Promise<PinnedAnswer> {
  const file = join(import.meta.dirname, "../planted", `${name}.json`);
  const script = JSON.parse(readFileSync(file, "utf8")) as Script;
  return {
    claimed: script.law,
    planted: await verdictOn(script, () => loadSimulation(findMutant(name))),
    sound: await verdictOn(script, () => loadSimulation(null)),
  };
}

async function verdictOn(script: Script, load: () => Promise<Simulation>): Promise<Verdict> {
  try {
    const { failure } = await (await load()).runScript(script);
    return { law: failure?.law ?? null, message: failure?.message ?? null };
  } catch (error) {
    return { law: null, message: String(error) };
  }
}
