import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DeviceCalls } from "./device-calls.ts";

/** A device process with its own profile; disposing ends and deletes both. */
export interface DeviceProcess extends DeviceCalls, AsyncDisposable {}

const names = [
  "connect",
  "firstSync",
  "fillOutbox",
  "drain",
  "write",
  "edit",
  "type",
  "whenSeen",
] as const satisfies readonly (keyof DeviceCalls)[];

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export async function startDevice(): Promise<DeviceProcess> {
  await using starting = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "tidemark-bench-device-"));
  starting.defer(() => rm(dir, { recursive: true, force: true }));
  const child = fork(resolve(import.meta.dirname, "device.ts"), [dir], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  starting.defer(async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.disconnect();
    await gone;
  });
  await once(child, "message");

  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  child.on("message", (answer: { id: number; value?: unknown; error?: string }) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error === undefined) asked?.resolve(answer.value);
    else asked?.reject(new Error(answer.error));
  });
  child.once("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("the device ended"));
  });
  const ask = (call: keyof DeviceCalls, args: readonly unknown[]): Promise<unknown> =>
    new Promise((answered, failed) => {
      lastId += 1;
      waiting.set(lastId, { resolve: answered, reject: failed });
      child.send({ id: lastId, call, args });
    });
  const held = starting.move();
  const calls = Object.fromEntries(
    names.map((call) => [call, (...args: unknown[]) => ask(call, args)]),
  );
  return {
    // Each call runs the function of that name in the process.
    ...(calls as unknown as DeviceCalls),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
