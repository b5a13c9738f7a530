import type { Burst } from "./burst.ts";
import { day, editing, valuing } from "./choices.ts";
import type { Step } from "./script.ts";

/**
 * A device and an API client replace the same amount while pushes, pulls and their answers are under way: at any moment
 * the server may have repaired letters that the device still edits.
 */
const valuesUnderWay: Burst = ({ choices, random, on, user, mine, deliver }) => {
  if (mine === null) return [];
  const here = (): Step => valuing(choices, random, on, mine);
  const moves: readonly (() => readonly Step[])[] = [
    () => [here()],
    () => [here()],
    () => [valuing(choices, random, `api:${user}`, mine)],
    () => [editing(choices, random, on, mine)],
    () => [editing(choices, random, `api:${user}`, mine)],
    () => [{ do: "sync", on, what: random.pick(["push", "pull", "round"]) }],
    () => deliver(1, 0),
    () => deliver(1 + random.below(3), 0),
  ];
  return [
    here(),
    { do: "settle" },
    here(),
    ...Array.from({ length: 5 + random.below(8) }, () => random.pick(moves)()).flat(),
    ...(random.chance(0.3)
      ? ([{ do: "wait", ms: random.pick([60_000, 181 * day]) }, { do: "upkeep" }] as const)
      : []),
    { do: "settle" },
  ];
};

/** Like `valuesUnderWay`, by two copies of a profile and with the server restored. */
const valuesOfCopies: Burst = ({ choices, random, on, user, mine, deliver }) => {
  if (mine === null || choices.clones > 0) return [];
  choices.clones += 1;
  const twin = `${on}copy`;
  const values = (): readonly Step[] =>
    Array.from({ length: random.below(3) }, () =>
      valuing(choices, random, random.pick([on, twin, `api:${user}`]), mine),
    );
  return [
    valuing(choices, random, on, mine),
    ...(random.chance(0.7) ? ([{ do: "settle" }] as const) : []),
    ...(random.chance(0.5) ? ([{ do: "backup" }] as const) : []),
    ...(random.chance(0.7) ? [valuing(choices, random, on, mine)] : []),
    { do: "clone", on, as: twin },
    ...values(),
    { do: "sync", on, what: random.pick(["push", "round"]) },
    ...deliver(random.below(4), 0),
    ...values(),
    ...(random.chance(0.4) ? ([{ do: "restore-server" }] as const) : []),
    ...values(),
    { do: "settle" },
  ];
};

/** Bursts in which the same token is replaced from several sides. */
export const valueBursts: readonly Burst[] = [valuesUnderWay, valuesUnderWay, valuesOfCopies];
