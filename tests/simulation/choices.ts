import type { MemoFields, MemoRecord } from "@tidemark/core/model";
import type { Random } from "./random.ts";
import type { Step } from "./script.ts";
import type { World } from "./world.ts";

export const day = 86_400_000;

/** State of a random schedule: numbers already used and planned steps. */
export interface Choices {
  readonly planned: Step[];
  left: number;
  memos: number;
  words: number;
  clones: number;
  files: number;
  /** Share of messages that fail in this schedule, from 0 to 1. */
  readonly loss: number;
  readonly users: readonly string[];
}

export function creating(
  choices: Choices,
  random: Random,
  on: string,
  all: readonly MemoRecord[],
): Step {
  const as = `m${(choices.memos += 1)}`;
  const words = [(choices.words += 1), (choices.words += 1)];
  if (all.length > 0 && random.chance(0.35)) {
    return { do: "create", on, as, words, parent: random.pick(all).id };
  }
  if (random.chance(0.2)) {
    return { do: "create", on, as, words, visibility: "SPACE", space: "spaces/s1" };
  }
  const visibility = random.pick(["PRIVATE", "PROTECTED", "PUBLIC"] as const);
  return { do: "create", on, as, words, visibility, task: random.chance(0.3) };
}

export function editing(choices: Choices, random: Random, on: string, memo: string): Step {
  const add: [number, number][] = [];
  const remove: number[] = [];
  const kind = random.next();
  if (kind < 0.8) add.push([(choices.words += 1), random.next()]);
  if (kind > 0.65) remove.push(random.next());
  if (kind > 0.95) add.push([(choices.words += 1), random.next()]);
  const how = on.startsWith("api:")
    ? random.pick(["editor", "content", "if-match", "if-match"] as const)
    : random.chance(0.03)
      ? "long-session"
      : random.pick(["editor", "open-editor", "content"] as const);
  return { do: "edit", on, memo, how, add, remove };
}

/** Sets an amount that was never written before. */
export function valuing(choices: Choices, random: Random, on: string, memo: string): Step {
  // Amounts share digits, so that merging them by digits would make another one.
  const to = 10_000 + (((choices.words += 1) * 7_919) % 9_000);
  return { do: "value", on, memo, nth: random.below(2), to };
}

export function fields(random: Random, world: World): Partial<MemoFields> {
  switch (random.below(6)) {
    case 0:
      return { pinned: random.chance(0.5) };
    case 1:
      return { state: random.pick(["NORMAL", "ARCHIVED"]) };
    case 2: {
      const latitude = random.below(90);
      return { location: { placeholder: `at ${latitude}`, latitude, longitude: 0 } };
    }
    case 3:
      return { createdMs: world.nowMs - random.below(day) };
    case 4:
      return random.chance(0.5)
        ? { visibility: "SPACE", space: "spaces/s1" }
        : { visibility: "PRIVATE", space: null };
    default:
      return { visibility: random.pick(["PRIVATE", "PROTECTED", "PUBLIC"]) };
  }
}
