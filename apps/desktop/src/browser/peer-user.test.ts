import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { namesUsers, userIn, userOfPeer } from "./peer-user.ts";

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:150E 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41 1
   1: 0100007F:B0E2 0100007F:150E 01 00000000:00000000 00:00000000 00000000  1001        0 42 1
   2: 0100007F:150E 0100007F:B0E2 01 00000000:00000000 00:00000000 00000000  1000        0 43 1
   3: 0100007F:B0E4 0100007F:150E 06 00000000:00000000 03:00000000 00000000
   4: 0100007F:B0E8 0100007F:150E 04 00000000:00000000 00:00000000 00000000     0        0 0 2
`;
const server = { address: "127.0.0.1", port: 5390 };

test.each([
  [45282, 1001],
  // A truncated line, and a missing one.
  [45284, null],
  [45286, null],
  // Sent and closed at once: listed as root's, but no process holds it.
  [45288, null],
])("finds the user at port %i in the table: %j", (port, user) => {
  expect(userIn(table, { address: "127.0.0.1", port }, server)).toBe(user);
});

test.each(["::1", "127.0.0", "127.0.0.256", "localhost"])("%s isn't in the table", (address) => {
  expect(userIn(table, { address, port: 45282 }, server)).toBeNull();
});

describe.runIf(process.platform === "linux")("a connection of this process", () => {
  async function connected() {
    const listener = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void listener.close());
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    const client = connect(port, "127.0.0.1");
    const [accepted] = (await once(listener, "connection")) as [Socket];
    const end = async () => {
      client.destroy();
      await once(accepted.resume(), "close");
    };
    return { port, accepted, end };
  }

  test("belongs to this user, and is looked up once", async () => {
    const { port, accepted, end } = await connected();
    expect(await namesUsers({ address: "127.0.0.1", port })).toBe(true);
    expect(await userOfPeer(accepted)).toBe(process.getuid?.());
    await end();
    expect(await userOfPeer(accepted)).toBe(process.getuid?.());
  });

  test("belongs to nobody once it has ended", async () => {
    const { accepted, end } = await connected();
    await end();
    expect(await userOfPeer(accepted)).toBeNull();
  });

  test("reports no users if nothing listens", async () => {
    expect(await namesUsers({ address: "127.0.0.1", port: 0 })).toBe(false);
  });
});
