import { chooseBurst } from "./choose-burst.ts";
import { type Choices, creating, day, editing, fields, valuing } from "./choices.ts";
import { registering } from "./choose-register.ts";
import { chooseFileBurst } from "./choose-file-burst.ts";
import { chooseFileStep } from "./choose-file-step.ts";
import type { Random } from "./random.ts";
import type { Step } from "./script.ts";
import type { SimDevice, World } from "./world.ts";

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
    left: 45 + random.below(65),
    memos: 0,
    words: 0,
    clones: 0,
    files: 0,
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

/** Returns the next step of a schedule, or null after it has settled and ended. */
export function chooseStep(choices: Choices, random: Random, world: World): Step | null {
  const planned = choices.planned.shift();
  if (planned !== undefined) return planned;
  if (choices.left < 0) return null;
  choices.left -= 1;
  if (choices.left < 0) {
    for (const on of world.older) choices.planned.push({ do: "upgrade", on });
    choices.planned.push({ do: random.chance(0.2) ? "quiet-month" : "settle" });
    return random.chance(0.3) ? { do: "settle" } : { do: "wait", ms: 100 };
  }
  if (world.older.size > 0 && random.chance(0.02)) {
    return { do: "upgrade", on: random.pick([...world.older]) };
  }
  const devices = [...world.devices.values()];
  const busy = devices.filter((device) => world.network.of(device.name).length > 0);
  if (world.script.files === true) {
    if (random.chance(0.025)) {
      const burst = chooseFileBurst(choices, random, world, random.pick(devices));
      choices.planned.push(...burst);
    } else if (random.chance(0.25)) {
      return chooseFileStep(choices, random, world, random.pick(devices));
    }
  }
  if (random.chance(0.04)) {
    choices.planned.push(...chooseBurst(choices, random, world, random.pick(devices)));
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
  if (random.chance(0.15)) return registering(choices, random, on);
  const all = [...(isApi ? world.server.file : device.file).memos().values()];
  const own = all.filter((memo) => memo.creator === user || memo.creator === "users/local");
  if (own.length === 0 || random.chance(0.18)) return creating(choices, random, on, all);
  const memo = (random.chance(0.93) ? random.pick(own) : random.pick(all)).id;
  const kind = random.next();
  if (kind < 0.09) return valuing(choices, random, on, memo);
  if (kind < 0.45) return editing(choices, random, on, memo);
  if (kind < 0.75) return { do: "set", on, memo, set: fields(random, world) };
  if (kind < 0.8) return { do: "phrase", on, memo };
  if (kind < 0.84) return { do: "tick", on, memo };
  if (kind < 0.88) return { do: "trash", on, memo };
  if (kind < 0.91) return { do: "restore", on, memo };
  if (kind < 0.94) return { do: "purge", on, memo };
  if (isApi && kind < 0.97) {
    if (random.chance(0.5)) return { do: "read", on, memo };
    return { do: "restore-revision", on, memo, nth: random.below(4) };
  }
  if (!isApi && world.script.isNewer === true && kind < 0.97) {
    return { do: "set-unknown", on, memo, to: (choices.words += 1) };
  }
  const what = random.pick(["react", "unreact", "link"] as const);
  if (what !== "link") return { do: what, on, memo: random.pick(all).id };
  return { do: "link", on, memo, target: random.chance(0.9) ? random.pick(all).id : null };
}

function trouble(choices: Choices, random: Random, world: World, device: SimDevice): Step {
  const on = device.name;
  const statement = random.pick([0, 1 + random.below(12), 1 + random.below(60)]);
  switch (random.below(18)) {
    case 12:
      if (random.chance(0.5)) return { do: "upkeep" };
      choices.planned.push({ do: "upkeep" }, { do: "settle" });
      return { do: "settle" };
    case 13:
      return { do: "tell-webhooks", answer: random.pick(["taken", "refused", "unheard"]) };
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
      return restoring(random, world);
    case 9:
      if (choices.clones > 0 || world.devices.size > 5) return { do: "settle" };
      choices.clones += 1;
      return { do: "clone", on, as: `${on}copy` };
    case 14:
    case 15:
      return random.chance(0.5) ? { do: "unfollow", on } : { do: "follow", on, scope: "pub" };
    case 17:
      return { do: "limit", bytes: random.pick([30, 60, 1_000_000]) };
    case 16: {
      const users = choices.users.filter(() => random.chance(0.6));
      return { do: "members", space: "spaces/s1", users };
    }
    default:
      return {
        do: "wait",
        ms: random.pick([500, 20_000, 90_000, 11 * 60_000, 3_700_000, 40 * day]),
      };
  }
}

function restoring(random: Random, world: World): Step {
  const how = random.pick(["restore-server", "roll-back-server", "settle", "settle"] as const);
  if (how !== "restore-server" || world.script.files !== true) return { do: how };
  return { do: how, isBare: random.chance(0.5) };
}
