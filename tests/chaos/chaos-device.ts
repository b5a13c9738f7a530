import { setTimeout as delay } from "node:timers/promises";
import type { Accepted, FromDevice, ToDevice } from "./chaos-messages.ts";
import { openWritingDevice, type WritingDevice } from "./writing-device.ts";

// Program of one device, or of several devices of one account. Arguments: folder, server address, milliseconds
// between two writes of a device, names of the devices.

/** Part of the writes whose arrival at another device is measured. */
const watched = 0.2;
const lookEveryMs = 25;
let isEnding = false;
const [dir = "", url = "", pause = "", ...names] = process.argv.slice(2);
const send = (message: FromDevice): void => void process.send?.(message);
const onFailed = (message: string): void => send({ type: "failed", to: "write", message });
const devices: WritingDevice[] = [];
for (const [at, name] of names.entries()) {
  const onAccepted = (accepted: Accepted): void => {
    // Each search for a write takes time of the machine.
    const isWatched = names.length > 1 && Math.random() < watched;
    if (isWatched) void whenSeen(accepted, (at + 1) % names.length).catch(onFailed);
  };
  const pauseMs = Number(pause);
  devices.push(await openWritingDevice({ dir, name, pauseMs, onAccepted, onFailed }));
}

process.on("message", (message: ToDevice) => {
  void answer(message).then(
    () => send({ type: "done", to: message.type }),
    (error: unknown) => send({ type: "failed", to: message.type, message: String(error) }),
  );
});
send({ type: "up" });

async function answer(message: ToDevice): Promise<void> {
  switch (message.type) {
    case "connect": {
      const { username, password } = message;
      for (const device of devices) await device.connect({ url, username, password });
      return;
    }
    case "write":
      for (const device of devices) device.write();
      return;
    case "settle":
      await Promise.all(devices.map((device) => device.settle(message.timeoutMs)));
      return;
    case "close":
      isEnding = true;
      for (const device of devices) await device.close();
      setTimeout(() => process.exit(0), 50);
  }
}

async function whenSeen(accepted: Accepted, by: number): Promise<void> {
  const startMs = performance.now();
  while (!isEnding && !(await devices[by]?.has(accepted))) await delay(lookEveryMs);
  send({ type: "seen", ms: performance.now() - startMs });
}
