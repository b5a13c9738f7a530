import type { Choices } from "./choices.ts";
import type { ContentKind } from "./file-ledger.ts";
import { filesIn } from "./check-files.ts";
import type { Random } from "./random.ts";
import type { Step } from "./script.ts";
import type { SimDevice, World } from "./world.ts";

/** Returns a step about files, on a device or through the API. */
export function chooseFileStep(
  choices: Choices,
  random: Random,
  world: World,
  device: SimDevice,
): Step {
  const isApi = random.chance(0.15);
  const user = isApi ? random.pick(choices.users) : device.user;
  const on = isApi ? `api:${user}` : device.name;
  const own = [...filesIn(isApi ? world.server.file : device.file).values()].filter(
    ({ creator }) => creator === user || creator === "users/local",
  );
  const kind = random.next();
  if (kind < 0.4) return { do: "files", on: device.name, what: pickMove(random) };
  if (own.length === 0 || kind < 0.62) return attaching(choices, random, world, { on, user });
  const file = random.pick(own).id;
  if (kind < 0.65) return { do: "set-files", on, ...someOf(random, world, on, user) };
  if (kind < 0.69) return { do: "rename-file", on, file, to: (choices.files += 1) };
  if (kind < 0.75) return { do: "link-file", on, file, memo: memoOf(random, world, on, user) };
  if (kind < 0.8) return { do: "remove-file", on, file };
  return trouble(random, device, file);
}

function trouble(random: Random, device: SimDevice, file: string): Step {
  const on = device.name;
  switch (random.below(6)) {
    case 0:
      return { do: "cut-short", on, nth: random.below(3) };
    case 1:
      return { do: "spoil", on, nth: random.below(3) };
    case 2:
      return { do: "trim", on, bytes: random.pick([0, 60, 1000]) };
    case 3:
      return { do: "sweep", on: random.chance(0.6) ? "server" : on };
    case 4:
      return { do: "crash", on, statement: 1 + random.below(40) };
    default: {
      const all = [...filesIn(device.file).keys()];
      return { do: "open-file", on, file: all.length > 0 ? random.pick(all) : file };
    }
  }
}

function pickMove(random: Random): "round" | "send" | "fetch" | "erase" {
  return random.pick(["round", "round", "round", "send", "fetch", "erase"] as const);
}

export function attaching(
  choices: Choices,
  random: Random,
  world: World,
  { on, user }: { readonly on: string; readonly user: string },
): Step {
  const as = `f${(choices.files += 1)}`;
  // Only six contents: some are attached twice.
  const content = random.below(6);
  const kind = random.pick<ContentKind | "elsewhere">(
    random.chance(0.1) ? ["large", "elsewhere"] : ["text", "text", "text", "photo"],
  );
  const memo = memoOf(random, world, on, user);
  return { do: "attach", on, as, content, kind, ...(memo !== null && { memo }) };
}

function memoOf(random: Random, world: World, on: string, user: string): string | null {
  const { file } = world.devices.get(on) ?? world.server;
  const own = [...file.memos().values()].filter(
    ({ creator }) => creator === user || creator === "users/local",
  );
  return own.length === 0 || random.chance(0.15) ? null : random.pick(own).id;
}

/**
 * Returns a memo and its new list of files: most of its current ones, and possibly some of other memos.
 */
function someOf(
  random: Random,
  world: World,
  on: string,
  user: string,
): { readonly memo: string; readonly files: readonly string[] } {
  const { file } = world.devices.get(on) ?? world.server;
  const memo = memoOf(random, world, on, user) ?? "none";
  const own = [...filesIn(file).values()].filter(({ creator }) => creator === user);
  const there = own.filter((each) => each.memo === memo && random.chance(0.8));
  const others = own.filter((each) => each.memo !== memo && random.chance(0.3));
  return { memo, files: [...others, ...there].map(({ id }) => id) };
}
