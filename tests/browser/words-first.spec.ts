import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { unusedAddress } from "../system/running-program.ts";
import { test } from "./file-app.ts";

/** Connections that a browser opens to one host. */
const ways = 6;

test("W1 · the page sends typed text before it loads files needed later", async ({
  app,
  browser,
}) => {
  await using front = await frontOf(await unusedAddress(app.url));
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(front.address, { waitUntil: "commit" });
  const composer = page.getByRole("textbox", { name: "New memo" });
  // The click also requests the editor's files, about forty. Until they arrive, the field is plain text.
  await composer.click();
  await expect.poll(() => front.held).toBeGreaterThan(0);
  const sent = page.waitForRequest((request) => request.url().endsWith(draft));
  await page.keyboard.type("Low water at six");
  await sent;
  const asked = front.parts();
  while (!front.hasDraft()) await front.letOneThrough();
  // If all requests had the draft's priority, about fifty files would be requested before it.
  expect(front.parts() - asked).toBeLessThanOrEqual(ways);
  front.letAllThrough();
  // The held files are the editor's. It replaces the plain field and contains every key.
  await expect(composer).toHaveAttribute("contenteditable", "true");
  await expect(composer).toHaveText("Low water at six");
});

const draft = "/trpc/drafts.set";

/** Starts a proxy in front of an app. It holds back files that the page requests after its first load. */
async function frontOf(appAddress: string) {
  const app = new URL(appAddress);
  const index = await (await fetch(app.origin)).text();
  const held: (() => void)[] = [];
  let isHolding = true;
  let hasDraft = false;
  let parts = 0;
  let arrived = Promise.withResolvers<void>();
  const server = createServer((incoming, outgoing) => {
    const { method, url = "/" } = incoming;
    const { host: _host, origin, ...headers } = incoming.headers;
    const pass = (): void => {
      const ofApp = origin === undefined ? {} : { origin: app.origin };
      const passed = ask(
        new URL(url, app.origin),
        { method, headers: { ...headers, ...ofApp } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      passed.on("error", () => outgoing.destroy());
      outgoing.on("close", () => passed.destroy());
      incoming.pipe(passed);
    };
    const isPart = /^\/assets\/(?!en-).*\.js$/.test(url) && !index.includes(url);
    if (isPart) parts += 1;
    if (isPart && isHolding) held.push(pass);
    else pass();
    if (url === draft) hasDraft = true;
    arrived.resolve();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: appAddress.replace(app.origin, `http://127.0.0.1:${port}`),
    get held() {
      return held.length;
    },
    hasDraft: () => hasDraft,
    /** Number of files requested. */
    parts: () => parts,
    /** Releases one held file, and resolves when the next request arrives. */
    async letOneThrough(): Promise<void> {
      arrived = Promise.withResolvers();
      held.shift()?.();
      await arrived.promise;
    },
    letAllThrough(): void {
      isHolding = false;
      for (const pass of held.splice(0)) pass();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
