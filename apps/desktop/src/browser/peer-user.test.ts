import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { userIn, userOfPeer } from "./peer-user.ts";

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:150E 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41 1
   1: 0100007F:B0E2 0100007F:150E 01 00000000:00000000 00:00000000 00000000  1001        0 42 1
   2: 0100007F:150E 0100007F:B0E2 01 00000000:00000000 00:00000000 00000000  1000        0 43 1
   3: 0100007F:B0E4 0100007F:150E 06 00000000:00000000 03:00000000 00000000
`;
const server = { address: "127.0.0.1", port: 5390 };

test.each([
  [45282, 1001],
  // Half a line, and one that is not there.
  [45284, null],
  [45286, null],
])("the table says who is at port %i: %j", (port, user) => {
  expect(userIn(table, { address: "127.0.0.1", port }, server)).toBe(user);
});

test.each(["::1", "127.0.0", "127.0.0.256", "localhost"])("%s is in no table", (address) => {
  expect(userIn(table, { address, port: 45282 }, server)).toBeNull();
});

test.runIf(process.platform === "linux")(
  "a connection of this process is this user's, until it ends",
  async () => {
    const listener = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void listener.close());
    await once(listener, "listening");
    const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
    const [accepted] = (await once(listener, "connection")) as [Socket];
    expect(await userOfPeer(accepted)).toBe(process.getuid?.());
    client.destroy();
    await once(accepted.resume(), "close");
    expect(await userOfPeer(accepted)).toBeNull();
  },
);
