import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { startServer } from "../system/running-program.ts";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

const admin = { username: "alice", password: "correct horse" };
const adminArgs = ["--admin-username", admin.username, "--admin-password", admin.password];

/** Starts a proxy in front of a server. It answers digest requests with 503 while `said.isBusy` is set. */
async function frontOf(serverUrl: string) {
  const said = { isBusy: true, refused: 0 };
  const front = createServer((incoming, outgoing) => {
    if (said.isBusy && incoming.url?.startsWith("/sync/digest") === true) {
      said.refused += 1;
      outgoing.writeHead(503, { "content-type": "text/html" }).end("<h1>Busy</h1>");
      return;
    }
    const { method, headers } = incoming;
    const target = new URL(incoming.url ?? "/", serverUrl);
    const passed = ask(target, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((listening) => front.listen(0, "127.0.0.1", listening));
  return {
    said,
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      front.closeAllConnections();
      front.close();
    },
  };
}

test("reports a busy server, and compares automatically once it responds", async ({ device }) => {
  const { page } = device;
  const dir = await mkdtemp(join(tmpdir(), "tidemark-busy-"));
  await using server = await startServer(dir, { args: adminArgs });
  using front = await frontOf(server.url);
  await device.connect(front.url, admin.username, admin.password);
  await expect(device.syncPill()).toHaveAccessibleName(/Synced/);
  await device.syncPill().click();
  await page.getByRole("button", { name: "Safety" }).click();
  const sheet = page.getByRole("dialog", { name: "Safety" });
  await expect(sheet).toContainText("The server is busy right now. Trying again within");
  await expectAccessibleInBoth(page, "a busy server");
  await expect.poll(() => front.said.refused).toBeGreaterThan(1);
  front.said.isBusy = false;
  await expect(sheet).toContainText("nothing missing");
  await rm(dir, { recursive: true, force: true });
});
