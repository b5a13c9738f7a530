import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { unusedAddress } from "../system/running-program.ts";
import { test } from "./file-app.ts";

/** The ways that a browser has to one host. */
const ways = 6;

test("W1 · what is typed goes to the host before the parts that the page brings for later", async ({
  app,
  browser,
}) => {
  await using front = await frontOf(await unusedAddress(app.url));
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(front.address, { waitUntil: "commit" });
  const composer = page.getByRole("textbox", { name: "New memo" });
  // The editor is asked for too, in some forty files: the field is plain until they are here.
  await composer.click();
  await expect.poll(() => front.held).toBeGreaterThan(0);
  const sent = page.waitForRequest((request) => request.url().endsWith(draft));
  await page.keyboard.type("Low water at six");
  await sent;
  const asked = front.parts();
  while (!front.hasDraft()) await front.letOneThrough();
  // Where all are as urgent as the draft, it is the editor and what else was asked for before: fifty.
  expect(front.parts() - asked).toBeLessThanOrEqual(ways);
  front.letAllThrough();
  // What was held was the editor's: it takes the field's place, with every key.
  await expect(composer).toHaveAttribute("contenteditable", "true");
  await expect(composer).toHaveText("Low water at six");
});

const draft = "/trpc/drafts.set";

/** Stands before an app, and holds back the files that its page asks for once it is shown. */
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
    /** How many were asked for. */
    parts: () => parts,
    /** Resolves when something came in its place. */
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
