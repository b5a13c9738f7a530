import { randomBytes } from "node:crypto";
import { parseJson } from "@tidemark/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { OpenHost } from "../../apps/desktop/src/host/open-host.ts";
import { write } from "./host-memos.ts";
import { serverAndDevices } from "./server-and-devices.ts";

/** Adds a file to a device's library and returns its id. */
async function addFile({ files }: OpenHost, filename: string, content: Buffer): Promise<string> {
  const body = async function* () {
    yield content;
  };
  const url = `/files?filename=${filename}&size=${content.length}`;
  const reply = await files({ method: "POST", url, headers: {}, body: body() });
  const parts = await Array.fromAsync(reply.body ?? []);
  return parseJson(z.looseObject({ id: z.string() }), Buffer.concat(parts).toString()).id;
}

/** Reads a memo's files whenever a device announces the memo, as its pages do. */
function filesShownOn({ app }: OpenHost, memo: string): { names: readonly string[] } {
  const shown: { names: readonly string[] } = { names: [] };
  const stopped = new AbortController();
  const watch = async (): Promise<void> => {
    for await (const { memos } of app.watchChanges(stopped.signal)) {
      if (memos?.includes(memo) === false) continue;
      const found = await app.getMemo(memo);
      if (found.ok) shown.names = found.value.attachments.map(({ filename }) => filename);
    }
  };
  const watched = watch();
  onTestFinished(async () => {
    stopped.abort();
    await watched;
  });
  return shown;
}

test("a device announces a memo again when its files arrive, change or are removed", async () => {
  const { synced } = await serverAndDevices();
  const one = await synced("one");
  const other = await synced("other");
  // Its content isn't downloaded by itself, which would announce the memo too.
  const file = await addFile(one, "film.bin", randomBytes(5_100_000));
  const memo = await write(one, "large", [file]);
  const shown = filesShownOn(other, memo);
  const expectShown = async (names: readonly string[]): Promise<void> => {
    await one.app.syncNow();
    await vi.waitFor(() => expect(shown.names).toEqual(names));
  };
  await expectShown(["film.bin"]);
  await one.app.attachments.rename(file, "sea.bin");
  await expectShown(["sea.bin"]);
  await one.app.attachments.remove([file]);
  await expectShown([]);
});
