import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { apiClient, signIn } from "./api-client.ts";
import { alice, serveHere } from "./in-process-server.ts";

test("R8 · views and settings of one device are on the other and in the API", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-own-"));
  const server = await serveHere(join(dir, "server"));
  const hosts: Host[] = [];
  try {
    for (const name of ["desk", "laptop"]) {
      mkdirSync(join(dir, name));
      const host = await openHost({ dir: join(dir, name) });
      hosts.push(host);
      expect(await host.app.connect({ url: server.url, ...alice })).toMatchObject({ ok: true });
      await host.app.syncNow();
    }
    const [desk, laptop] = hosts;
    if (desk === undefined || laptop === undefined) throw new Error("two devices");
    const view = { title: "Open tasks", filter: "has_incomplete_tasks", icon: null };
    expect(await desk.app.own.createView(view)).toMatchObject({ ok: true });
    expect(await desk.app.own.createView({ ...view, filter: "no such field" })).toMatchObject({
      ok: false,
    });
    await desk.app.own.setGeneral({ memoVisibility: "PROTECTED" });
    await desk.app.own.setTags({ work: { blurContent: true }, home: { blurContent: false } });
    await desk.app.own.setTags({ home: null });

    await vi.waitFor(async () => {
      expect(await laptop.app.own.listViews()).toMatchObject([view]);
      expect(await laptop.app.own.tags()).toEqual({ tags: { work: { blurContent: true } } });
    });
    expect(await laptop.app.own.general()).toMatchObject({ memoVisibility: "PROTECTED" });
    // Callers apply the default visibility: a memo created without one is private.
    const made = await laptop.app.createMemo({ content: "says nothing" });
    expect(made).toMatchObject({ ok: true, value: { visibility: "PRIVATE" } });

    const api = apiClient(server.url, await signIn(server.url, alice));
    const listed = await api.get("/users/alice/views");
    expect(listed.body).toMatchObject({ memoViews: [{ title: "Open tasks" }] });
  } finally {
    for (const host of hosts) await host.close();
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  }
});
