import type { Choices } from "./choices.ts";
import type { Random } from "./random.ts";
import type { RegisterStep } from "./script.ts";

/** Returns a write of a setting or view. */
export function registering(choices: Choices, random: Random, on: string): RegisterStep {
  const to = random.chance(0.2) ? null : (choices.words += 1);
  if (random.chance(0.5)) {
    const setting = random.pick(["theme", "theme", "locale", "tag", "mood"] as const);
    return { do: "set-setting", on, setting, to };
  }
  const view = `v${1 + random.below(3)}`;
  return to === null ? { do: "drop-view", on, view } : { do: "keep-view", on, view, to };
}

/** Returns the peers that start as the previous version. */
export function olderPeers(random: Random): string[] {
  return ["server", "d1", "d2", "d3"].filter(() => random.chance(0.4));
}
