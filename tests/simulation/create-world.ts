import { defaultMemoLimits } from "@tidemark/core/access";
import { epochKey } from "@tidemark/core/sync/server";
import { createFreight } from "./blob-calls.ts";
import { createFileLedger } from "./file-ledger.ts";
import { createLedger } from "./ledger.ts";
import { addAccounts } from "./members.ts";
import { createNetwork } from "./network.ts";
import { epochName, openServer } from "./processes.ts";
import { createRegisterLedger } from "./register-ledger.ts";
import { createFileRoom } from "./replica-file.ts";
import { createSimDisk } from "./sim-disk.ts";
import { addWebhooks } from "./webhooks.ts";
import type { ScriptHead, World } from "./world.ts";

const startMs = Date.UTC(2026, 2, 15, 12);

/** Creates a world with a running server, accounts, and no device. */
export async function createWorld(script: ScriptHead): Promise<World> {
  const room = createFileRoom();
  let ids = 0;
  const world: World = {
    nowMs: startMs,
    script,
    room,
    server: {
      file: room.create(),
      disk: createSimDisk(),
      process: null,
      backup: null,
      epochs: 0,
      contentBytes: defaultMemoLimits.contentBytes,
      knownGens: new Map(),
      checkedVersion: -1,
      changes: [],
    },
    devices: new Map(),
    network: createNetwork(),
    ledger: createLedger(),
    registers: createRegisterLedger(),
    older: new Set(script.older),
    files: createFileLedger(),
    freight: createFreight(),
    intents: [],
    fieldWrites: new Map(),
    inClones: new Set(),
    reactions: new Map(),
    lastRead: new Map(),
    values: new Set(),
    unknownFields: new Map(),
    received: new Map(),
    answers: new Map(),
    thrown: null,
    newId: () => `id${(ids += 1)}x`,
    newClientId: () => Math.imul((ids += 1), 0x9e3779b1) >>> 0,
    [Symbol.dispose]: () => room[Symbol.dispose](),
  };
  await world.server.file.peek.write(({ meta }) => meta.set(epochKey, epochName(world)));
  await openServer(world);
  await addAccounts(world);
  if (script.hooks === true) await addWebhooks(world);
  return world;
}
