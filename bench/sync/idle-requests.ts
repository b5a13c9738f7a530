import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { SyncLoop } from "../../packages/replica/src/sync/sync-loop.ts";
import type { SyncClient } from "../../packages/replica/src/sync/sync-client.ts";
import { createWorld } from "../../packages/db/tests/sync/replicas.ts";
import { createSeededDraw } from "../seeded-draw.ts";

const hours = 24;
const windowMs = 5 * 60_000;
const stepMs = 5_000;

/**
 * Returns the most requests that an idle, connected device makes in any five minutes of a day. The loop, the
 * protocol and both databases are real; time is simulated, and there is no network.
 */
export async function mostIdleRequests(): Promise<number> {
  await using world = await createWorld();
  const device = await world.device("desk");
  const { transport } = device;
  const madeAtMs: number[] = [];
  const counted =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      madeAtMs.push(world.nowMs);
      return call(...args);
    };
  const { snapshot } = transport;
  if (snapshot === undefined) throw new Error("the transport takes no snapshots");
  const notAsked = (): never => {
    throw new Error("an idle device asks for no such thing");
  };
  const client: SyncClient = {
    hello: counted(transport.hello),
    push: counted(transport.push),
    pull: counted(transport.pull),
    snapshot: counted(snapshot),
    signIn: notAsked,
    redeemPairing: notAsked,
    signOut: notAsked,
    devices: notAsked,
    digest: notAsked,
    revokeDevice: notAsked,
    renameDevice: notAsked,
    lackingBlobs: notAsked,
    shares: notAsked,
    createShare: notAsked,
    revokeShare: notAsked,
    accessTokens: notAsked,
    createAccessToken: notAsked,
    revokeAccessToken: notAsked,
    webhooks: notAsked,
    createWebhook: notAsked,
    removeWebhook: notAsked,
    webhookSecret: notAsked,
    updateWebhook: notAsked,
    webhookDeliveries: notAsked,
    testWebhook: notAsked,
    sendDeliveryAgain: notAsked,
    beginPairing: notAsked,
    pairingState: notAsked,
    cancelPairing: notAsked,
    revisions: notAsked,
    transcribe: notAsked,
    notifications: notAsked,
    markNotifications: notAsked,
    removeNotifications: notAsked,
    watchCarets: notAsked,
    moveCaret: notAsked,
    subscribe({ onConnected }) {
      onConnected(true);
      return () => undefined;
    },
  };
  const draw = createSeededDraw("idle device");
  await device.memos.create(await device.caller(), { content: "one memo" });
  await device.connect();
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const loop = new SyncLoop(
      {
        sync: device.sync,
        client,
        serverUrl: "http://server.test",
        onStatus: () => undefined,
        onSynced: () => undefined,
        log: () => undefined,
        note: () => undefined,
        onRevoked: notAsked,
        onSignedOut: notAsked,
        nowMs: () => world.nowMs,
        random: () => draw.fraction(),
      },
      { isPaused: false },
    );
    loop.start();
    await loop.now();
    if (loop.status.state !== "synced")
      throw new Error(`not synced: ${JSON.stringify(loop.status.error)}`);
    madeAtMs.length = 0;
    const endMs = world.nowMs + hours * 3_600_000;
    while (world.nowMs < endMs) {
      world.nowMs += stepMs;
      mock.timers.tick(stepMs);
      await setImmediate();
    }
    await loop.stop();
  } finally {
    mock.timers.reset();
  }
  if (madeAtMs.length === 0) throw new Error("the loop did not run");
  return madeAtMs.reduce(
    (most, fromMs) =>
      Math.max(most, madeAtMs.filter((ms) => ms >= fromMs && ms < fromMs + windowMs).length),
    0,
  );
}
