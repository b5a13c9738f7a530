import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appRouter } from "@tidemark/core/router";
import { expect, test, vi } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { apiClient, signIn } from "./api-client.ts";
import { alice, serveHere } from "./in-process-server.ts";

test("A4b · reactions, links and locations from before connecting reach the server", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-reactions-"));
  const server = await serveHere(join(dir, "server"));
  const hosts: Host[] = [];
  const open = async (name: string) => {
    mkdirSync(join(dir, name));
    const host = await openHost({ dir: join(dir, name) });
    hosts.push(host);
    return { ...host.app, memos: appRouter.createCaller({ app: host.app }).memos };
  };
  try {
    const desk = await open("desk");
    const laptop = await open("laptop");
    const { id } = await desk.memos.create({ content: "high water", visibility: "PROTECTED" });
    const other = await desk.memos.create({ content: "low water" });
    const location = { placeholder: "Brest", latitude: 48.38, longitude: -4.49 };
    await desk.memos.react({ id, type: "👍", isOn: true });
    await desk.memos.react({ id, type: "🎉", isOn: true });
    await desk.memos.react({ id, type: "🎉", isOn: false });
    await desk.memos.link({ id, to: other.id, isOn: true });
    await desk.memos.update({ id, patch: { location } });

    for (const device of [desk, laptop]) {
      expect(await device.connect({ url: server.url, ...alice })).toMatchObject({ ok: true });
      await device.syncNow();
    }
    const thumb = { type: "👍", count: 1, isOwn: true, others: [] };
    expect((await desk.memos.get({ id })).reactions).toEqual([thumb]);
    await vi.waitFor(async () =>
      expect((await laptop.memos.get({ id })).reactions).toEqual([thumb]),
    );
    expect((await laptop.memos.get({ id })).location).toEqual(location);
    expect((await laptop.memos.links({ id })).to).toMatchObject([{ id: other.id }]);

    // Both devices have one user: removing it on one removes it on the other.
    await laptop.memos.react({ id, type: "👍", isOn: false });
    await vi.waitFor(async () => expect((await desk.memos.get({ id })).reactions).toEqual([]));
    await desk.memos.react({ id, type: "👀", isOn: true });
    await desk.syncNow();
    const api = apiClient(server.url, await signIn(server.url, alice));
    await vi.waitFor(async () =>
      expect((await api.get(`/memos/${id}/reactions`)).body).toMatchObject({
        reactions: [{ creator: "users/alice", reactionType: "👀" }],
      }),
    );
  } finally {
    for (const host of hosts) await host.close();
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  }
});
