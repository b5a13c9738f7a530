import type { MemoFields, MemoRecord } from "@tidemark/core/memo";
import type { Random } from "./random.ts";
import type { Step } from "./script.ts";
import type { SimDevice, World } from "./world.ts";

/** What a schedule has used up, and where it is heading. */
export interface Choices {
  readonly planned: Step[];
  left: number;
  memos: number;
  words: number;
  clones: number;
  /** How often messages fail on this schedule's network, from 0 to 1. */
  readonly loss: number;
  readonly users: readonly string[];
}

const day = 86_400_000;
const drifts = [0, 0, 0, 2_000, -3_600_000, 400 * day] as const;
const allUsers = ["users/alice", "users/bob", "users/carol"] as const;

export function newChoices(random: Random): Choices {
  const users = allUsers.slice(0, random.pick([1, 2, 2, 3]));
  const planned: Step[] = [];
  const count = 2 + random.below(4);
  for (let n = 1; n <= count; n += 1) {
    const user = users[(n - 1) % users.length] ?? "users/alice";
    planned.push({ do: "device", as: `d${n}`, user, driftMs: random.pick(drifts) });
    if (random.chance(0.85)) planned.push(...connecting(`d${n}`, random));
  }
  return {
    planned,
    left: 60 + random.below(80),
    memos: 0,
    words: 0,
    clones: 0,
    loss: random.pick([0, 0.05, 0.3]),
    users,
  };
}

function connecting(on: string, random: Random): Step[] {
  const steps: Step[] = [
    { do: "connect", on },
    { do: "deliver", on, nth: 0 },
    { do: "deliver", on, nth: 0 },
  ];
  if (random.chance(0.6)) steps.push({ do: "follow", on, scope: "pub" });
  if (random.chance(0.3)) steps.push({ do: "follow", on, scope: "s:s1" });
  return steps;
}

/** The next step of a schedule; null when it is over, after all has come to rest. */
export function chooseStep(choices: Choices, random: Random, world: World): Step | null {
  const planned = choices.planned.shift();
  if (planned !== undefined) return planned;
  if (choices.left < 0) return null;
  choices.left -= 1;
  if (choices.left < 0) return { do: "settle" };
  const devices = [...world.devices.values()];
  const busy = devices.filter((device) => world.network.of(device.name).length > 0);
  if (random.chance(0.03)) {
    choices.planned.push(...burst(choices, random, world, random.pick(devices)));
    return { do: "wait", ms: 100 };
  }
  const kind = random.next();
  if (busy.length > 0 && kind < 0.45) return message(choices, random, world, random.pick(busy));
  if (kind < 0.6) return syncing(random, random.pick(devices));
  if (kind < 0.92) return writing(choices, random, world, random.pick(devices));
  return trouble(choices, random, world, random.pick(devices));
}

function message(choices: Choices, random: Random, world: World, device: SimDevice): Step {
  const on = device.name;
  const nth = random.chance(0.7) ? 0 : random.below(world.network.of(on).length);
  if (!random.chance(choices.loss)) return { do: "deliver", on, nth };
  return { do: random.pick(["drop", "repeat", "time-out"]), on, nth };
}

function syncing(random: Random, device: SimDevice): Step {
  if (device.process === null) return { do: "start", on: device.name };
  if (!device.isBound) {
    return random.chance(0.3) ? { do: "connect", on: device.name } : { do: "wait", ms: 1000 };
  }
  const what = random.pick(["round", "round", "round", "push", "pull"] as const);
  return { do: "sync", on: device.name, what };
}

function writing(choices: Choices, random: Random, world: World, device: SimDevice): Step {
  const isApi = random.chance(0.2);
  const user = isApi ? random.pick(choices.users) : device.user;
  const on = isApi ? `api:${user}` : device.name;
  const all = [...(isApi ? world.server.file : device.file).memos().values()];
  const own = all.filter((memo) => memo.creator === user || memo.creator === "users/local");
  if (own.length === 0 || random.chance(0.18)) return creating(choices, random, on, all);
  const memo = (random.chance(0.93) ? random.pick(own) : random.pick(all)).id;
  const kind = random.next();
  if (kind < 0.45) return editing(choices, random, on, memo);
  if (kind < 0.75) return { do: "set", on, memo, set: fields(random, world) };
  if (kind < 0.8) return { do: "phrase", on, memo };
  if (kind < 0.84) return { do: "tick", on, memo };
  if (kind < 0.88) return { do: "trash", on, memo };
  if (kind < 0.91) return { do: "restore", on, memo };
  if (kind < 0.94) return { do: "purge", on, memo };
  return { do: random.pick(["react", "unreact"]), on, memo: random.pick(all).id };
}

/** Steps that chance alone seldom puts in this order: an answer on its way is overtaken. */
function burst(choices: Choices, random: Random, world: World, device: SimDevice): Step[] {
  const on = device.name;
  // What is under way already stays where it is: the burst's own messages come after it.
  const at = world.network.of(on).length;
  const untilPushed = device.process?.hasGreeted === true ? 1 : 3;
  const deliver = (times: number, nth: number): Step[] =>
    Array.from({ length: times }, () => ({ do: "deliver", on, nth: at + nth }) as const);
  const memos = [...device.file.memos().values()];
  const own = memos.filter((memo) => memo.creator === device.user);
  const others = memos.filter((memo) => memo.creator !== device.user && memo.parent === null);
  const mine = own.length === 0 ? null : random.pick(own);
  const theirs = others.length === 0 ? null : random.pick(others);
  const calm: Step[] = [
    { do: "mend", on },
    { do: "sign-in", on },
    { do: "start", on },
    { do: "start", on: "server" },
  ];
  const kind = random.below(4);
  if (kind === 0 && theirs !== null) {
    // A memo goes out of sight while the answer to a change of it is on its way.
    const set = { visibility: "PRIVATE" } as const;
    return [
      ...calm,
      { do: "unreact", on, memo: theirs.id },
      { do: "react", on, memo: theirs.id },
      { do: "sync", on, what: "push" },
      ...deliver(untilPushed, 0),
      { do: "set", on: `api:${theirs.creator}`, memo: theirs.id, set },
      { do: "sync", on, what: "pull" },
      ...deliver(2 + random.below(6), 1),
      ...deliver(1, 0),
    ];
  }
  if (kind === 1 && mine !== null) {
    // The server is put back while the answer to a push is on its way.
    return [
      ...calm,
      ...(random.chance(0.5) ? ([{ do: "backup" }] as const) : []),
      editing(choices, random, on, mine.id),
      { do: "sync", on, what: "push" },
      ...deliver(untilPushed, 0),
      ...(random.chance(0.5) ? [editing(choices, random, on, mine.id)] : []),
      { do: "restore-server" },
      { do: "sync", on, what: random.pick(["round", "push"]) },
      ...deliver(1 + random.below(3), 1),
      ...deliver(1, 0),
    ];
  }
  if (kind === 2) {
    // Two pulls at once, and the page of the first comes last.
    return [
      ...calm,
      { do: "sync", on, what: "pull" },
      ...deliver(untilPushed, 0),
      creating(choices, random, `api:${random.pick(choices.users)}`, []),
      { do: "sync", on, what: "pull" },
      ...deliver(2 + random.below(3), 1),
      ...deliver(2, 0),
    ];
  }
  // An owner reacts, and everything but this device forgets it.
  return mine === null
    ? []
    : [
        ...calm,
        { do: "backup" },
        { do: "react", on, memo: mine.id },
        { do: "sync", on, what: "round" },
        ...deliver(6, 0),
        ...(random.chance(0.5) ? ([{ do: "restore-server" }] as const) : []),
      ];
}

function creating(choices: Choices, random: Random, on: string, all: readonly MemoRecord[]): Step {
  const as = `m${(choices.memos += 1)}`;
  const words = [(choices.words += 1), (choices.words += 1)];
  if (all.length > 0 && random.chance(0.35)) {
    return { do: "create", on, as, words, parent: random.pick(all).id };
  }
  const visibility = random.pick(["PRIVATE", "PROTECTED", "PUBLIC"] as const);
  return { do: "create", on, as, words, visibility, task: random.chance(0.3) };
}

function editing(choices: Choices, random: Random, on: string, memo: string): Step {
  const add: [number, number][] = [];
  const remove: number[] = [];
  const kind = random.next();
  if (kind < 0.8) add.push([(choices.words += 1), random.next()]);
  if (kind > 0.65) remove.push(random.next());
  if (kind > 0.95) add.push([(choices.words += 1), random.next()]);
  const how = random.pick(["editor", "open-editor", "content"] as const);
  return { do: "edit", on, memo, how, add, remove };
}

function fields(random: Random, world: World): Partial<MemoFields> {
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
    default:
      return { visibility: random.pick(["PRIVATE", "PROTECTED", "PUBLIC"]) };
  }
}

function trouble(choices: Choices, random: Random, world: World, device: SimDevice): Step {
  const on = device.name;
  const statement = random.pick([0, 1 + random.below(12), 1 + random.below(60)]);
  switch (random.below(12)) {
    case 0:
    case 1:
      return { do: "crash", on, statement };
    case 2:
      return { do: "crash", on: "server", statement };
    case 3:
      return { do: "start", on: world.server.process === null ? "server" : on };
    case 4:
      return { do: device.isCut ? "mend" : "cut", on };
    case 5:
      return { do: device.isExpired ? "sign-in" : "expire", on };
    case 6:
      return { do: "drift", on, ms: random.pick(drifts) };
    case 7:
      return { do: "backup" };
    case 8:
      return random.chance(0.5) ? { do: "restore-server" } : { do: "settle" };
    case 9:
      if (choices.clones > 0 || world.devices.size > 5) return { do: "settle" };
      choices.clones += 1;
      return { do: "clone", on, as: `${on}copy` };
    default:
      return { do: "wait", ms: random.pick([500, 20_000, 90_000, 11 * 60_000, 40 * day]) };
  }
}
