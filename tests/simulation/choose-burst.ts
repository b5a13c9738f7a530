import { type Choices, creating, day, editing, valuing } from "./choices.ts";
import { registerBursts } from "./register-bursts.ts";
import type { Random } from "./random.ts";
import type { Step } from "./script.ts";
import type { SimDevice, World } from "./world.ts";
import { valueBursts } from "./value-bursts.ts";
import type { Burst, Scene } from "./burst.ts";

/** Returns steps in an order that matters and that random choice seldom produces. */
export function chooseBurst(
  choices: Choices,
  random: Random,
  world: World,
  device: SimDevice,
): Step[] {
  const on = device.name;
  const at = world.network.of(on).length;
  const deliver = (times: number, nth: number): Step[] =>
    Array.from({ length: times }, () => ({ do: "deliver", on, nth: at + nth }) as const);
  const memos = [...device.file.memos().values()];
  const own = memos.filter((memo) => memo.creator === device.user);
  const others = memos.filter(
    ({ creator, parent }) =>
      creator !== device.user && creator !== "users/local" && parent === null,
  );
  const scene: Scene = {
    world,
    choices,
    random,
    on,
    user: device.user,
    calm: [
      { do: "mend", on },
      { do: "sign-in", on },
      { do: "start", on },
      { do: "start", on: "server" },
    ],
    mine: own.length === 0 ? null : random.pick(own).id,
    theirs: others.length === 0 ? null : random.pick(others),
    pushed: deliver(device.process?.hasGreeted === true ? 1 : 3, 0),
    deliver,
  };
  const steps = random.pick([...bursts, ...valueBursts, ...registerBursts])(scene);
  return steps.length === 0 ? [] : [...scene.calm, ...steps];
}

/** A memo is hidden from a device while the response to a change of it is under way. */
const hiddenBehindAnswer: Burst = ({ choices, random, on, theirs, pushed, deliver }) => {
  if (theirs === null) return [];
  const { id: memo, creator } = theirs;
  const as = `m${(choices.memos += 1)}`;
  const words = [(choices.words += 1)];
  const change: readonly Step[] = random.chance(0.3)
    ? [
        { do: "unreact", on, memo },
        { do: "react", on, memo },
      ]
    : [{ do: "create", on, as, words, parent: memo }];
  return [
    ...change,
    { do: "sync", on, what: "push" },
    ...pushed,
    { do: "set", on: `api:${creator}`, memo, set: { visibility: "PRIVATE" } },
    { do: "sync", on, what: "pull" },
    ...deliver(2 + random.below(6), 1),
    ...deliver(1, 0),
  ];
};

/**
 * A user comments on a memo, and both change while a device downloads them page by page and stops
 * following one of their scopes. The comment arrives before its parent, or a snapshot passes the comment
 * before it moves.
 */
const commentPassesItsMemo: Burst = (scene) => {
  const { choices, random, on, user, mine, world, deliver } = scene;
  if (mine === null) return [];
  const comment = `m${(choices.memos += 1)}`;
  const commenter = `api:${random.pick(choices.users)}`;
  const maybe = (...steps: readonly Step[]): readonly Step[] => (random.chance(0.5) ? steps : []);
  const change = (): readonly Step[] => [
    ...maybe(editing(choices, random, `api:${user}`, mine)),
    ...maybe(editing(choices, random, commenter, comment)),
  ];
  const attached: readonly Step[] = [
    {
      do: "attach",
      on: commenter,
      as: `f${(choices.files += 1)}`,
      memo: comment,
      content: 1 + random.below(5),
      kind: "text",
    },
  ];
  return [
    { do: "follow", on, scope: "pub" },
    { do: "set", on: `api:${user}`, memo: mine, set: { visibility: "PROTECTED" } },
    ...maybe({ do: "settle" }),
    { do: "create", on: commenter, as: comment, words: [(choices.words += 1)], parent: mine },
    ...(world.script.files === true ? maybe(...attached) : []),
    ...change(),
    { do: "sync", on, what: "pull" },
    ...deliver(1 + random.below(6), 0),
    ...maybe({ do: "unfollow", on }, { do: "sync", on, what: "pull" }),
    ...deliver(random.below(4), 0),
    ...change(),
    ...deliver(random.below(4), 0),
    ...maybe({ do: "unfollow", on }),
    ...deliver(random.below(6), 0),
  ];
};

/** The target of a link in a memo that the device has is hidden from it, and shown again. */
const hiddenTarget: Burst = ({ choices, random, on, theirs }) => {
  if (theirs === null) return [];
  const { id: memo, creator } = theirs;
  const api = `api:${creator}`;
  const target = `m${(choices.memos += 1)}`;
  const words = [(choices.words += 1)];
  const settled = (): readonly Step[] => (random.chance(0.7) ? [{ do: "settle" }] : []);
  return [
    { do: "follow", on, scope: "pub" },
    { do: "set", on: api, memo, set: { visibility: "PROTECTED" } },
    { do: "create", on: api, as: target, words, visibility: "PROTECTED" },
    { do: "link", on: api, memo, target },
    ...settled(),
    random.pick<Step>([
      { do: "set", on: api, memo: target, set: { visibility: "PRIVATE" } },
      { do: "trash", on: api, memo: target },
    ]),
    ...settled(),
    { do: "restore", on: api, memo: target },
    { do: "set", on: api, memo: target, set: { visibility: "PUBLIC" } },
    { do: "settle" },
  ];
};

/** The server is restored while the response to a push is under way. */
const putBackBehindAnswer: Burst = ({ choices, random, on, mine, pushed, deliver }) => {
  if (mine === null) return [];
  return [
    ...(random.chance(0.5) ? ([{ do: "backup" }] as const) : []),
    editing(choices, random, on, mine),
    { do: "sync", on, what: "push" },
    ...pushed,
    ...(random.chance(0.5) ? [editing(choices, random, on, mine)] : []),
    { do: "restore-server" },
    { do: "sync", on, what: random.pick(["round", "push"]) },
    ...deliver(1 + random.below(3), 1),
    ...deliver(1, 0),
  ];
};

/** Two pulls run at once, and the page of the first arrives last. */
const overtakenPage: Burst = ({ choices, random, on, pushed, deliver }) => [
  { do: "sync", on, what: "pull" },
  ...pushed,
  creating(choices, random, `api:${random.pick(choices.users)}`, []),
  { do: "sync", on, what: "pull" },
  ...deliver(2 + random.below(3), 1),
  ...deliver(2, 0),
];

/** An owner reacts, and after a restore only this device has the reaction. */
const reactionPutBack: Burst = ({ random, on, mine, deliver }) => {
  if (mine === null) return [];
  return [
    { do: "backup" },
    { do: "react", on, memo: mine },
    { do: "sync", on, what: "round" },
    ...deliver(6, 0),
    ...(random.chance(0.5) ? ([{ do: "restore-server" }] as const) : []),
  ];
};

/** The same push arrives again after another client has written. */
const repeatedPush: Burst = ({ choices, random, on, user, mine, pushed, deliver }) => {
  if (mine === null) return [];
  const set = { pinned: random.chance(0.5) };
  const first = random.chance(0.5)
    ? editing(choices, random, on, mine)
    : ({ do: "set", on, memo: mine, set } as const);
  return [
    { do: "drift", on, ms: random.pick([0, -3_600_000]) },
    first,
    { do: "sync", on, what: "push" },
    ...pushed,
    { do: "set", on: `api:${user}`, memo: mine, set: { pinned: !set.pinned } },
    { do: "time-out", on, nth: -1 },
    { do: "sync", on, what: "push" },
    ...deliver(4, 1),
    ...deliver(4, 0),
  ];
};

/** A device is offline while a document is renewed, and reconnects with edits of the ended document. */
const oldGeneration: Burst = ({ choices, random, on, user, mine, deliver }) => {
  if (mine === null) return [];
  const here = (): Step => editing(choices, random, on, mine);
  const there = (): Step => editing(choices, random, `api:${user}`, mine);
  return [
    here(),
    { do: "settle" },
    { do: "cut", on },
    ...(random.chance(0.7) ? [here()] : []),
    ...(random.chance(0.5) ? [there()] : []),
    { do: "wait", ms: 31 * day },
    { do: "upkeep" },
    ...(random.chance(0.5) ? [there()] : []),
    ...(random.chance(0.5) ? [here()] : []),
    { do: "mend", on },
    ...(random.chance(0.3) ? ([{ do: "sync", on, what: "pull" }, ...deliver(3, 0)] as const) : []),
    ...(random.chance(0.5) ? [here()] : []),
    { do: "sync", on, what: "round" },
    ...deliver(1 + random.below(8), 0),
    { do: "settle" },
  ];
};

/** Like `oldGeneration`, and the device is cloned while the edits are pending: both copies push them. */
const oldTwins: Burst = ({ choices, random, on, user, mine, deliver }) => {
  if (mine === null || choices.clones > 0) return [];
  choices.clones += 1;
  const twin = `${on}copy`;
  const edit = (at: string): Step => editing(choices, random, at, mine);
  const ofTwin = (times: number): Step[] =>
    Array.from({ length: times }, () => ({ do: "deliver", on: twin, nth: 0 }) as const);
  return [
    edit(on),
    { do: "settle" },
    { do: "cut", on },
    edit(on),
    ...(random.chance(0.5) ? [edit(`api:${user}`)] : []),
    { do: "wait", ms: 31 * day },
    { do: "upkeep" },
    ...(random.chance(0.5) ? [edit(`api:${user}`)] : []),
    ...(random.chance(0.3)
      ? ([{ do: "mend", on }, { do: "sync", on, what: "round" }, ...deliver(4, 0)] as const)
      : []),
    { do: "clone", on, as: twin },
    ...(random.chance(0.5) ? [edit(on)] : []),
    ...(random.chance(0.5) ? [edit(twin)] : []),
    { do: "mend", on },
    { do: "sync", on, what: "round" },
    ...deliver(1 + random.below(8), 0),
    { do: "sync", on: twin, what: "round" },
    ...ofTwin(1 + random.below(8)),
    { do: "settle" },
  ];
};

/** Like `oldGeneration`, and the server is restored after renewing: the device reasserts its memos. */
const oldProof: Burst = ({ choices, random, on, user, mine, deliver }) => {
  if (mine === null) return [];
  return [
    { do: "settle" },
    { do: "cut", on },
    editing(choices, random, on, mine),
    editing(choices, random, `api:${user}`, mine),
    { do: "wait", ms: 31 * day },
    { do: "upkeep" },
    { do: "backup" },
    { do: "restore-server" },
    { do: "mend", on },
    { do: "sync", on, what: "round" },
    ...deliver(1 + random.below(6), 0),
    { do: "settle" },
  ];
};

/** The server is restored to a state before a renewal, while both sides may have new edits. */
const beforeRenewal: Burst = ({ choices, random, on, user, mine, deliver }) => {
  if (mine === null) return [];
  const here = (): Step => editing(choices, random, on, mine);
  const there = (): Step => editing(choices, random, `api:${user}`, mine);
  const maybe = (...steps: readonly Step[]): readonly Step[] => (random.chance(0.5) ? steps : []);
  return [
    here(),
    { do: "settle" },
    ...maybe({ do: "backup" }),
    there(),
    { do: "settle" },
    ...maybe({ do: "backup" }),
    ...maybe({ do: "cut", on }, here()),
    { do: "wait", ms: 31 * day },
    ...maybe({ do: "settle" }),
    { do: "upkeep" },
    ...maybe(there()),
    ...maybe({ do: "settle" }),
    ...maybe({ do: "mend", on }, { do: "sync", on, what: "round" }, ...deliver(4, 0)),
    ...maybe(here()),
    { do: "restore-server" },
    ...maybe(there()),
    ...maybe({ do: "upkeep" }),
    ...maybe(here()),
    { do: "mend", on },
    { do: "sync", on, what: "round" },
    ...deliver(1 + random.below(8), 0),
    { do: "settle" },
  ];
};

/** A device is offline until the feed has compacted the rows of a memo that left its scopes. */
const belowTheFloor: Burst = ({ choices, random, on, user, mine, theirs, deliver }) => {
  const gone = random.chance(0.5) || theirs === null ? mine : theirs.id;
  if (gone === null) return [];
  const owner = gone === mine ? user : (theirs?.creator ?? user);
  const leaving = random.pick<Step>([
    { do: "purge", on: `api:${owner}`, memo: gone },
    { do: "set", on: `api:${owner}`, memo: gone, set: { visibility: "PRIVATE" } },
    { do: "trash", on: `api:${owner}`, memo: gone },
  ]);
  return [
    { do: "settle" },
    { do: "cut", on },
    leaving,
    ...(random.chance(0.3) && mine !== null ? [editing(choices, random, on, mine)] : []),
    { do: "upkeep" },
    { do: "wait", ms: 181 * day },
    { do: "upkeep" },
    ...(random.chance(0.5) ? [creating(choices, random, on, [])] : []),
    { do: "mend", on },
    { do: "sync", on, what: random.pick(["round", "pull"]) },
    ...deliver(1 + random.below(12), 0),
    { do: "settle" },
  ];
};

/** An API client writes based on a text that it read before a device pushed. */
const staleWrite: Burst = ({ choices, random, on, user, mine, deliver }) => {
  if (mine === null) return [];
  const api = `api:${user}`;
  return [
    { do: "read", on: api, memo: mine },
    editing(choices, random, on, mine),
    { do: "sync", on, what: "push" },
    ...deliver(1 + random.below(4), 0),
    { ...editing(choices, random, api, mine), how: "if-match" } as Step,
    editing(choices, random, on, mine),
  ];
};

/** Two copies of one profile both push edits. */
const twins: Burst = ({ choices, random, on, mine, deliver }) => {
  if (mine === null || choices.clones > 0) return [];
  choices.clones += 1;
  const twin = `${on}copy`;
  const all = (of: string): Step[] =>
    Array.from({ length: 6 }, () => ({ do: "deliver", on: of, nth: 0 }));
  return [
    { do: "clone", on, as: twin },
    editing(choices, random, on, mine),
    editing(choices, random, twin, mine),
    { do: "sync", on, what: "push" },
    ...deliver(4, 0),
    { do: "sync", on: twin, what: "push" },
    ...all(twin),
  ];
};

/** Two devices set the same amount, and receive each other's in some order. */
const sameAmount: Burst = ({ world, choices, random, on, user, mine, deliver }) => {
  const others = [...world.devices.values()].filter(
    (device) => device.user === user && device.name !== on,
  );
  if (mine === null || others.length === 0) return [];
  const other = random.pick(others).name;
  const first = { ...valuing(choices, random, on, mine), nth: 0 } as Step;
  const set = (by: string): Step => ({ ...valuing(choices, random, by, mine), nth: 0 }) as Step;
  const all = (of: string): Step[] =>
    Array.from({ length: 6 }, () => ({ do: "deliver", on: of, nth: 0 }));
  const both = random.chance(0.5) ? [on, other] : [other, on];
  return [
    first,
    { do: "settle" },
    set(on),
    ...(random.chance(0.4) ? [editing(choices, random, on, mine)] : []),
    set(other),
    ...both.flatMap((by): Step[] => [
      { do: "sync", on: by, what: random.pick(["push", "round", "pull"] as const) },
      ...(random.chance(0.4) ? [set(by)] : []),
      ...all(by).slice(random.below(4)),
    ]),
    ...deliver(random.below(3), 0),
  ];
};

const bursts: readonly Burst[] = [
  sameAmount,
  sameAmount,
  commentPassesItsMemo,
  hiddenBehindAnswer,
  hiddenTarget,
  putBackBehindAnswer,
  overtakenPage,
  reactionPutBack,
  repeatedPush,
  oldGeneration,
  oldGeneration,
  oldTwins,
  oldProof,
  beforeRenewal,
  beforeRenewal,
  belowTheFloor,
  belowTheFloor,
  staleWrite,
  twins,
];
