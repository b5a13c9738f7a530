import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import type { Script } from "../script.ts";
import { findMutant } from "./all-mutants.ts";
import { loadSimulation, type Simulation } from "./load-simulation.ts";

/** What a mutant's pinned script comes to. */
export interface PinnedAnswer {
  /** The law that the script says it breaks. */
  readonly claimed: string | undefined;
  /** With the bug in the product. */
  readonly planted: Verdict;
  readonly sound: Verdict;
}

/** The law that broke and how, or why the script could not be run; nulls where every law held. */
export interface Verdict {
  readonly law: string | null;
  readonly message: string | null;
}

/** The thread of the pinned scripts: is told the name of a mutant, and runs its script. */
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
