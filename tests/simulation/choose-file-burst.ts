import { type Choices, day } from "./choices.ts";
import { attaching } from "./choose-file-step.ts";
import type { Random } from "./random.ts";
import type { Step } from "./script.ts";
import type { SimDevice, World } from "./world.ts";

interface Scene {
  readonly choices: Choices;
  readonly random: Random;
  readonly world: World;
  readonly on: string;
  readonly user: string;
  /** Another device, possibly of the same user. */
  readonly other: string;
  readonly mine: string;
}

type Burst = (scene: Scene) => readonly Step[];

/** Returns steps about files in an order that matters and that random choice seldom produces. */
export function chooseFileBurst(
  choices: Choices,
  random: Random,
  world: World,
  device: SimDevice,
): Step[] {
  const on = device.name;
  const own = [...device.file.memos().values()].filter(({ creator }) => creator === device.user);
  if (own.length === 0) return [];
  const others = [...world.devices.values()].filter(({ name }) => name !== on);
  const scene: Scene = {
    choices,
    random,
    world,
    on,
    user: device.user,
    other: others.length === 0 ? on : random.pick(others).name,
    mine: random.pick(own).id,
  };
  const calm: Step[] = [...names(world)].flatMap((name) => [
    { do: "mend", on: name },
    { do: "sign-in", on: name },
    { do: "start", on: name },
  ]);
  return [...calm, { do: "start", on: "server" }, ...random.pick(bursts)(scene)];
}

function names({ devices }: World): Iterable<string> {
  return devices.keys();
}

const deliver = (on: string, times: number): Step[] =>
  Array.from({ length: times }, () => ({ do: "deliver", on, nth: 0 }));

/** A device attaches a file and a fault occurs while another device downloads it. */
const upload: Burst = ({ choices, random, on, user, other, mine, world }) => {
  const attach = attaching(choices, random, world, { on, user });
  if (attach.do !== "attach") return [];
  const broken = random.pick<Step>([
    { do: "spoil", on, nth: 0 },
    { do: "cut-short", on, nth: 0 },
    { do: "crash", on, statement: 1 + random.below(8) },
    { do: "crash", on: "server", statement: 1 + random.below(12) },
    { do: "time-out", on, nth: 0 },
    { do: "drop", on, nth: 0 },
    { do: "repeat", on, nth: 0 },
    { do: "remove-file", on, file: attach.as },
    { do: "restore-server", isBare: random.chance(0.5) },
    { do: "sweep", on: "server" },
  ]);
  return [
    { ...attach, memo: mine, content: 1 + random.below(5) },
    { do: "sync", on, what: "push" },
    ...deliver(on, 6),
    { do: "files", on, what: "send" },
    ...deliver(on, 2 + random.below(6)),
    broken,
    ...deliver(on, 3),
    { do: "start", on },
    { do: "start", on: "server" },
    { do: "files", on, what: "send" },
    ...deliver(on, random.below(12)),
    { do: "sync", on, what: "push" },
    ...deliver(on, 4),
    { do: "sync", on: other, what: "pull" },
    ...deliver(other, 4),
    { do: "files", on: other, what: "fetch" },
    ...deliver(other, random.below(4)),
  ];
};

/** A memo is hidden while another device downloads its file. */
const hidden: Burst = ({ choices, random, on, user, other, mine, world }) => {
  const attach = attaching(choices, random, world, { on: `api:${user}`, user });
  if (attach.do !== "attach") return [];
  const hide = random.pick<Step>([
    { do: "set", on: `api:${user}`, memo: mine, set: { visibility: "PRIVATE" } },
    { do: "trash", on: `api:${user}`, memo: mine },
    { do: "purge", on: `api:${user}`, memo: mine },
    { do: "remove-file", on: `api:${user}`, file: attach.as },
    { do: "link-file", on: `api:${user}`, file: attach.as, memo: null },
    { do: "unfollow", on: other },
  ]);
  return [
    { do: "follow", on: other, scope: "pub" },
    { do: "set", on: `api:${user}`, memo: mine, set: { visibility: "PROTECTED" } },
    { ...attach, memo: mine, content: 1 + random.below(5) },
    { do: "settle" },
    { ...attach, as: `f${(choices.files += 1)}`, memo: mine, content: 1 + random.below(5) },
    { do: "sync", on: other, what: "pull" },
    ...deliver(other, 6),
    { do: "files", on: other, what: "fetch" },
    ...deliver(other, random.below(4)),
    hide,
    { do: "sync", on: other, what: "pull" },
    ...Array.from({ length: 8 }, (): Step => ({ do: "deliver", on: other, nth: random.below(2) })),
    { do: "files", on: other, what: "erase" },
    ...(random.chance(0.5) ? ([{ do: "crash", on: other, statement: 0 }] as const) : []),
    { do: "start", on },
  ];
};

/** A memo is hidden while the last part of its file is under way, and deleted content is erased. */
const hiddenBeforeTheLast: Burst = ({ choices, random, user, other, mine, world }) => {
  const attach = attaching(choices, random, world, { on: `api:${user}`, user });
  if (attach.do !== "attach") return [];
  return [
    { do: "follow", on: other, scope: "pub" },
    { do: "set", on: `api:${user}`, memo: mine, set: { visibility: "PROTECTED" } },
    { do: "settle" },
    // Content that no other file has.
    { ...attach, kind: "text", memo: mine, content: 10 + choices.files },
    { do: "sync", on: other, what: "pull" },
    ...deliver(other, 6),
    { do: "files", on: other, what: "fetch" },
    ...deliver(other, 1 + random.below(2)),
    { do: "set", on: `api:${user}`, memo: mine, set: { visibility: "PRIVATE" } },
    { do: "sync", on: other, what: "pull" },
    ...Array.from({ length: 2 + random.below(3) }, (): Step => {
      return { do: "deliver", on: other, nth: 1 };
    }),
    { do: "files", on: other, what: "erase" },
    { do: "settle" },
  ];
};

/** A week passes between the upload of a file's content and the push of its attachment. */
const late: Burst = ({ choices, random, on, user, mine, world }) => {
  const attach = attaching(choices, random, world, { on, user });
  if (attach.do !== "attach") return [];
  return [
    { ...attach, memo: mine, content: 1 + random.below(5) },
    { do: "sync", on, what: "push" },
    ...deliver(on, 6),
    { do: "files", on, what: "send" },
    ...deliver(on, random.pick([5, 7, 8, 12])),
    { do: "cut", on },
    { do: "sweep", on: "server" },
    { do: "wait", ms: 8 * day },
    ...(random.chance(0.5) ? ([{ do: "backup" }] as const) : []),
    { do: "sweep", on: "server" },
    { do: "sweep", on },
    ...(random.chance(0.3) ? ([{ do: "restore-server", isBare: true }] as const) : []),
    { do: "mend", on },
  ];
};

const bursts: readonly Burst[] = [upload, upload, upload, hidden, hiddenBeforeTheLast, late];
