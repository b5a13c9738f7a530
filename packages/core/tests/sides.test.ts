import type {
  Database,
  DeviceDatabase,
  DeviceReadStores,
  DeviceWriteStores,
  ReadStores,
  ServerDatabase,
  ServerReadStores,
  ServerWriteStores,
  WriteStores,
} from "@tidemark/core";
import { expectTypeOf, test } from "vitest";

// Checked by the type checker; running the tests adds nothing.

type DeviceNames = keyof DeviceReadStores | keyof DeviceWriteStores;
type ServerNames = keyof ServerReadStores | keyof ServerWriteStores;
type SharedNames = keyof ReadStores | keyof WriteStores;

test("a store of one side has no name on the other side", () => {
  expectTypeOf<DeviceNames & ServerNames>().toEqualTypeOf<SharedNames>();
});

test("device code cannot name a server's store", () => {
  async function onDevice({ read, write }: DeviceDatabase): Promise<void> {
    await read(async ({ outbox, cursors, memos }) => [outbox, cursors, memos]);
    // @ts-expect-error -- a server's
    await read(async ({ feed }) => feed);
    // @ts-expect-error -- a server's
    await read(async ({ sessions }) => sessions);
    // @ts-expect-error -- a server's
    await write(async ({ streams }) => streams);
    // @ts-expect-error -- a server's: a device may ask whom a number means, and nothing else of users
    await read(async ({ users }) => users);
    // @ts-expect-error -- a server's
    await write(async ({ shares }) => shares);
    // @ts-expect-error -- a server's
    await write(async ({ receivedBlobs }) => receivedBlobs);
  }
  expectTypeOf(onDevice).parameter(0).toEqualTypeOf<DeviceDatabase>();
});

test("server code cannot name a device's store", () => {
  async function onServer({ read, write }: ServerDatabase): Promise<void> {
    await read(async ({ feed, sessions, memos }) => [feed, sessions, memos]);
    // @ts-expect-error -- a device's
    await read(async ({ outbox }) => outbox);
    // @ts-expect-error -- a device's
    await read(async ({ cursors }) => cursors);
    // @ts-expect-error -- a device's
    await write(async ({ bases }) => bases);
  }
  expectTypeOf(onServer).parameter(0).toEqualTypeOf<ServerDatabase>();
});

test("code for both sides accepts either database, but not one side's for the other", () => {
  expectTypeOf<DeviceDatabase>().toExtend<Database>();
  expectTypeOf<ServerDatabase>().toExtend<Database>();
  expectTypeOf<Database>().not.toExtend<DeviceDatabase>();
  expectTypeOf<Database>().not.toExtend<ServerDatabase>();
  expectTypeOf<DeviceDatabase>().not.toExtend<ServerDatabase>();
  expectTypeOf<ServerDatabase>().not.toExtend<DeviceDatabase>();
});
