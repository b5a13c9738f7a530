import type { FromDevice, ToDevice } from "./chaos-messages.ts";
import { openWritingDevice } from "./writing-device.ts";

// Program of one device. Arguments: folder, name, server address.
const [dir = "", name = "", url = ""] = process.argv.slice(2);
const send = (message: FromDevice): void => void process.send?.(message);
const device = await openWritingDevice({
  dir,
  name,
  pauseMs: 110,
  onFailed: (message) => send({ type: "failed", to: "write", message }),
});

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
      return device.connect({ url, username, password });
    }
    case "write":
      return device.write();
    case "settle":
      return device.settle(message.timeoutMs);
    case "close":
      await device.close();
      setTimeout(() => process.exit(0), 50);
  }
}
