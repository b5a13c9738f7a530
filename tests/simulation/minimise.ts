import { type Outcome, runScript } from "./run-script.ts";
import type { Step } from "./script.ts";

/**
 * Returns the shortest script found that breaks the same law. Removes ever smaller pieces of the steps
 * while it still fails (delta debugging, Zeller and Hildebrandt 2002), for at most `runs` tries.
 */
export async function minimise(found: Outcome, runs = 400): Promise<Outcome> {
  let best = found;
  let left = runs;
  const fails = async (steps: readonly Step[]): Promise<Outcome | null> => {
    left -= 1;
    const outcome = await runScript({ ...found.script, steps });
    return outcome.failure?.law === found.failure?.law ? outcome : null;
  };
  for (let size = Math.ceil(best.script.steps.length / 2); size >= 1 && left > 0;) {
    let isShorter = false;
    for (let at = best.script.steps.length - size; at > -size && left > 0; at -= size) {
      const from = Math.max(0, at);
      const { steps } = best.script;
      const shorter = await fails([...steps.slice(0, from), ...steps.slice(at + size)]);
      if (shorter === null) continue;
      best = shorter;
      isShorter = true;
    }
    if (!isShorter || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return best;
}
