import { day } from "./choices.ts";
import { registering } from "./choose-register.ts";
import { isOlder } from "./older-peers.ts";
import type { Step } from "./script.ts";
import type { Burst } from "./burst.ts";

const hour = 3_600_000;
const minute = 60_000;

/** Two replicas set the same register while disconnected, one of them with a wrong clock. */
const setApart: Burst = ({ choices, random, on, user, deliver }) => {
  const here = registering(choices, random, on);
  const to = (choices.words += 1);
  const there: Step =
    here.do === "set-setting"
      ? { ...here, on: `api:${user}`, to }
      : { do: "keep-view", on: `api:${user}`, view: here.view, to };
  return [
    { do: "settle" },
    { do: "drift", on, ms: random.pick([-hour, -hour, 0, 2000]) },
    here,
    { do: "wait", ms: random.pick([90_000, 11 * minute, 25 * minute]) },
    there,
    ...(random.chance(0.5) ? ([{ do: "wait", ms: 90_000 }] as const) : []),
    { do: "sync", on, what: random.pick(["round", "push"]) },
    ...deliver(random.below(6), 0),
    { do: "settle" },
  ];
};

/** A view is removed while a device that has it has pending changes to it. */
const takenAway: Burst = ({ choices, random, on, user, deliver }) => {
  const view = `v${1 + random.below(3)}`;
  const to = (): number => (choices.words += 1);
  return [
    { do: "keep-view", on: `api:${user}`, view, to: to() },
    { do: "settle" },
    { do: "keep-view", on, view, to: to() },
    { do: "wait", ms: random.pick([500, 90_000]) },
    { do: "drop-view", on: `api:${user}`, view },
    { do: "sync", on, what: random.pick(["round", "push", "pull"]) },
    ...deliver(random.below(6), 0),
  ];
};

/** A view was removed so long ago that the server has pruned it; a device still has it. */
const prunedView: Burst = ({ choices, random, on, user, deliver }) => {
  const view = `v${1 + random.below(3)}`;
  const to = (): number => (choices.words += 1);
  return [
    { do: "keep-view", on: `api:${user}`, view, to: to() },
    { do: "settle" },
    { do: "cut", on },
    ...(random.chance(0.6) ? ([{ do: "keep-view", on, view, to: to() }] as const) : []),
    { do: "wait", ms: 90_000 },
    { do: "drop-view", on: `api:${user}`, view },
    { do: "upkeep" },
    { do: "wait", ms: 181 * day },
    { do: "upkeep" },
    ...(random.chance(0.3)
      ? ([{ do: "keep-view", on: random.pick([on, `api:${user}`]), view, to: to() }] as const)
      : []),
    { do: "mend", on },
    { do: "sync", on, what: random.pick(["round", "pull", "push"]) },
    ...deliver(random.below(10), 0),
    { do: "settle" },
  ];
};

/** The database is rolled back unnoticed and written to, and devices then detect it. */
const rolledBack: Burst = ({ choices, random, on, user, deliver }) => {
  const api = `api:${user}`;
  const there = (): Step => registering(choices, random, api);
  const memo = `m${(choices.memos += 1)}`;
  return [
    { do: "settle" },
    { do: "backup" },
    random.chance(0.5)
      ? registering(choices, random, on)
      : { do: "create", on, as: memo, words: [(choices.words += 1)] },
    { do: "sync", on, what: "round" },
    ...deliver(2 + random.below(8), 0),
    ...(random.chance(0.5) ? ([{ do: "settle" }] as const) : []),
    { do: "roll-back-server" },
    ...(random.chance(0.5) ? [there(), there(), there()] : []),
    ...(random.chance(0.3) ? [registering(choices, random, on)] : []),
    { do: "sync", on, what: random.pick(["round", "push", "pull"]) },
    ...deliver(random.below(8), 0),
    ...(random.chance(0.5) ? ([{ do: "settle" }] as const) : []),
  ];
};

/** An older peer is upgraded while it receives kinds that it didn't know. */
const upgraded: Burst = ({ choices, random, on, user, world, deliver }) => {
  const older = random.pick([on, "server"]);
  if (!isOlder(world, older)) return [];
  const by = older === "server" ? on : `api:${user}`;
  return [
    { do: "settle" },
    { do: "backup" },
    registering(choices, random, by),
    registering(choices, random, by),
    ...(random.chance(0.7) ? ([{ do: "settle" }] as const) : []),
    ...(random.chance(0.5)
      ? ([{ do: random.pick(["restore-server", "roll-back-server"] as const) }] as const)
      : []),
    { do: "sync", on, what: random.pick(["round", "pull"]) },
    ...deliver(random.below(10), 0),
    { do: "upgrade", on: older },
    { do: "sync", on, what: random.pick(["round", "push"]) },
    ...deliver(random.below(6), 0),
  ];
};

export const registerBursts: readonly Burst[] = [
  setApart,
  takenAway,
  prunedView,
  prunedView,
  rolledBack,
  rolledBack,
  upgraded,
];
