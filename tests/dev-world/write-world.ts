import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { type Choices, creating, editing } from "../simulation/choices.ts";
import { createRandom, type Random } from "../simulation/random.ts";
import type { Step } from "../simulation/script.ts";
import { type ApiClient, apiClient, createToken } from "../system/api-client.ts";
import { alice, serveHere } from "../system/in-process-server.ts";
import { changeText, textOf } from "./world-words.ts";

export const bob = { username: "bob", password: "battery staple horse" };

/** Names of the world's folders. */
export const rooms = { server: "server", desk: "desk", laptop: "laptop" } as const;

/** State while a world is written. */
interface Scene {
  readonly random: Random;
  readonly choices: Choices;
  readonly desk: Host;
  readonly laptop: Host;
  /** Ids of alice's memos, by the names that the steps assign. */
  readonly ids: Map<string, string>;
}

/**
 * Writes the data folders of a server and two devices below `dir`: two users with a space; alice's desk
 * and laptop with memos, files, merged edits and a rejected change. At the end the desk is paused with
 * pending changes, some of memos that the laptop has changed too. The simulation's choices decide who
 * writes what: the same seed gives the same texts, but other ids.
 */
export async function writeWorld(
  dir: string,
  { port, seed, steps }: { readonly port: number; readonly seed: number; readonly steps: number },
): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await serveHere(join(dir, rooms.server), port));
  await furnish(server.url);
  const open = async (room: string): Promise<Host> => {
    const folder = join(dir, room);
    mkdirSync(folder, { recursive: true });
    const host = await openHost({ dir: folder });
    resources.defer(() => host.close());
    value(await host.app.connect({ url: server.url, ...alice }));
    return host;
  };
  const desk = await open(rooms.desk);
  const laptop = await open(rooms.laptop);
  await settle(desk, laptop);
  const random = createRandom(seed);
  const choices: Choices = {
    ...{ planned: [], left: steps, memos: 0, words: 0, clones: 0, files: 0, loss: 0 },
    users: ["users/alice"],
  };
  const scene: Scene = { random, choices, desk, laptop, ids: new Map() };

  for (let n = 0; n < steps; n += 1) await write(scene, random.pick([desk, laptop]));
  await settle(desk, laptop);
  await meetOffline(scene, 3);
  await settle(desk, laptop);
  await refuseOne(scene);
  await meetOffline(scene, 3);
  await settle(laptop);
}

async function furnish(url: string): Promise<void> {
  const api = apiClient(url, (await createToken(url, alice)).value);
  await sent(api, "/users", bob);
  await sent(api, "/spaces", { title: "Harbour", spaceId: "harbour" });
  await sent(api, "/spaces/harbour/members", { user: "users/alice", role: "ADMIN" });
  await sent(api, "/spaces/harbour/members", { user: "users/bob" });
  const { body } = await apiClient(url, null).send("POST", "/auth/signin", bob);
  const bobApi = apiClient(url, body.accessToken);
  const shared = { visibility: "SPACE", space: "spaces/harbour" };
  await sent(bobApi, "/memos", { content: "Bob's plan for the #harbour", ...shared });
  await sent(bobApi, "/memos", { content: "For everybody who signs in", visibility: "PROTECTED" });
  await sent(bobApi, "/memos", { content: "Kept by bob alone" });
}

/** Performs a random step on a device: a new memo, often with a file, or an edit. */
async function write(scene: Scene, host: Host): Promise<void> {
  const { random, choices, ids } = scene;
  const known = [...ids.keys()];
  const step =
    known.length === 0 || random.chance(0.5)
      ? creating(choices, random, "device", [])
      : editing(choices, random, "device", random.pick(known));
  await apply(scene, host, step);
}

async function apply({ random, ids }: Scene, { app, files }: Host, step: Step): Promise<void> {
  if (step.do === "create") {
    const file = random.chance(0.3) ? [await attach(files, `note-${ids.size}.txt`)] : [];
    const harbour = { visibility: "SPACE", space: "spaces/harbour" } as const;
    const made = await app.createMemo({
      content: textOf(step.words, step.task === true),
      ...(step.space === undefined ? { visibility: step.visibility ?? "PRIVATE" } : harbour),
      pinned: random.chance(0.1),
      attachments: file,
    });
    ids.set(step.as, value(made).id);
  } else if (step.do === "edit") {
    const memo = await app.getMemo(ids.get(step.memo) ?? "");
    // The other device's memo hasn't arrived yet.
    if (!memo.ok) return;
    value(await app.updateMemo(memo.value.id, { content: changeText(memo.value.content, step) }));
  }
}

/** Changes the same memos on both devices while the desk is paused. Leaves it paused. */
async function meetOffline(scene: Scene, count: number): Promise<void> {
  const { random, choices, desk, laptop, ids } = scene;
  await desk.app.setPaused(true);
  for (let n = 0; n < count; n += 1) {
    const memo = random.pick([...ids.keys()]);
    for (const host of [desk, laptop]) {
      await apply(scene, host, editing(choices, random, "device", memo));
    }
    const id = ids.get(memo) ?? "";
    await desk.app.updateMemo(id, { pinned: true });
    await laptop.app.updateMemo(id, { state: "ARCHIVED" });
  }
  await laptop.app.syncNow();
}

/** Makes the desk edit a memo that was purged on the server. */
async function refuseOne({ desk, laptop }: Scene): Promise<void> {
  const { id } = value(await desk.app.createMemo({ content: "Soon to be gone" }));
  await settle(desk, laptop);
  await desk.app.setPaused(true);
  value(await laptop.app.purgeMemos([id]));
  await laptop.app.syncNow();
  value(await desk.app.updateMemo(id, { content: "Written where nothing is any more" }));
  await settle(desk);
}

async function attach(files: Host["files"], filename: string): Promise<string> {
  const bytes = Buffer.from(`What is in ${filename}.\n`);
  const body = (async function* () {
    yield bytes;
  })();
  const url = `/files?filename=${filename}&size=${bytes.length}`;
  const reply = await files({ method: "POST", url, headers: {}, body });
  const pieces: Uint8Array[] = [];
  for await (const piece of reply.body ?? []) pieces.push(piece);
  const answer = Buffer.concat(pieces).toString();
  if (reply.status !== 200) throw new Error(answer);
  return parseJson(z.looseObject({ id: z.string() }), answer).id;
}

/** Resumes and syncs the devices until no operation is pending. */
async function settle(...hosts: readonly Host[]): Promise<void> {
  const endMs = Date.now() + 30_000;
  for (const { app } of [...hosts, ...hosts]) {
    await app.setPaused(false);
    for (;;) {
      const { waiting, state } = await app.syncNow();
      if (waiting === 0 && state === "synced") break;
      if (Date.now() > endMs) throw new Error(`a device does not come to rest: ${state}`);
      await sleep(50);
    }
  }
}

async function sent(api: ApiClient, path: string, body: unknown): Promise<void> {
  const answer = await api.send("POST", path, body);
  if (answer.status !== 200)
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

function value<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
