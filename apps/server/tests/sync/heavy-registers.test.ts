import { expect, test } from "vitest";
import { openSyncDevice, stampAt } from "../sync-device.ts";
import { listOf, startWithUsers } from "../two-users.ts";

test("stored views of megabytes are sent one per page, and lists omit them", async () => {
  await using world = await startWithUsers();
  const { server, bob } = world;
  const device = await openSyncDevice(server, "bob");
  const { nowMs } = server.clock;
  const value = { title: "t", filter: "pinned", icon: null, createdMs: nowMs, order: 1 };
  for (const id of ["heavy1", "heavy2", "heavy3", "light"]) {
    const put = { kind: "view.put", entity: id, stamp: stampAt(nowMs), value };
    expect(await device.push(put)).toMatchObject({ code: "applied" });
  }
  // Stores them like earlier versions without a limit.
  await server.services.database.write(async ({ registers }) => {
    for (const register of await registers.findMany("users/bob", "view", [
      ...["heavy1", "heavy2", "heavy3"],
    ])) {
      await registers.save({ ...register, value: { ...value, junk: "x".repeat(3_000_000) } });
    }
  });
  const loaded: number[] = [];
  const { read } = server.services.database;
  server.services.database.read = (work) =>
    read((stores) =>
      work({
        ...stores,
        registers: {
          ...stores.registers,
          async findMany(user, kind, ids) {
            if (kind === "view") loaded.push(ids.length);
            return stores.registers.findMany(user, kind, ids);
          },
        },
      }),
    );
  expect((await device.pull()).map(({ id }) => id)).toEqual(["heavy1"]);
  expect(await device.snapshot()).toMatchObject([{ id: "light" }, { id: "heavy3" }]);
  expect(Math.max(...loaded)).toBe(1);
  server.services.database.read = read;

  expect(listOf(await bob("GET", "/users/bob/shortcuts"), "shortcuts")).toMatchObject([
    { name: "users/bob/shortcuts/light" },
  ]);
  // Each can still be read and deleted by name.
  const one = await bob("GET", "/users/bob/shortcuts/heavy1");
  expect([one.status, one.body["title"]]).toEqual([200, "t"]);
  expect((await bob("DELETE", "/users/bob/shortcuts/heavy1")).status).toBe(200);
  expect(
    await device.push({ kind: "view.remove", entity: "heavy2", stamp: stampAt(nowMs + 1) }),
  ).toMatchObject({ code: "applied" });
});
