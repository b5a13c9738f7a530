import { applyStep } from "./apply-step.ts";
import type { Choices } from "./choices.ts";
import { olderPeers } from "./choose-register.ts";
import { chooseStep, newChoices } from "./choose-step.ts";
import { Broken } from "./failure.ts";
import { createRandom } from "./random.ts";
import type { Script, Step } from "./script.ts";
import { createWorld } from "./create-world.ts";

export interface Outcome {
  readonly script: Script;
  /** `null` if every law held. */
  readonly failure: Broken | null;
}

/** Runs a script until its end or the first broken law. The returned script then ends with that step. */
export async function runScript(script: Script): Promise<Outcome> {
  using world = await createWorld(script);
  const done: Step[] = [];
  for (const step of script.steps) {
    done.push(step);
    try {
      await applyStep(world, step);
    } catch (error) {
      return { script: { ...script, steps: done }, failure: brokenBy(error) };
    }
  }
  return { script, failure: null };
}

/** Generates a schedule from a seed while running it. */
export async function runSeed(seed: number): Promise<Outcome> {
  const random = createRandom(seed);
  const choices: Choices = newChoices(random);
  const head = {
    name: `seed ${seed}`,
    pageBytes: random.pick([1, 900, 2_000_000]),
    pushOps: random.pick([1, 3, 500]),
    hooks: random.chance(0.4),
    isNewer: random.chance(0.3),
    older: random.chance(0.2) ? olderPeers(random) : [],
    files: random.chance(0.3),
  };
  using world = await createWorld(head);
  const steps: Step[] = [];
  try {
    for (;;) {
      const step = chooseStep(choices, random, world);
      if (step === null) return { script: { ...head, steps }, failure: null };
      steps.push(step);
      await applyStep(world, step);
    }
  } catch (error) {
    return { script: { ...head, steps }, failure: brokenBy(error) };
  }
}

function brokenBy(error: unknown): Broken {
  if (error instanceof Broken) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Broken("throws", text);
}
