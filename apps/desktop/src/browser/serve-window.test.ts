import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryApp } from "@tidemark/replica/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSessions } from "./kept-sessions.ts";
import { serveBrowser } from "./serve-browser.ts";

async function start({ hasWindows = true } = {}): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-window-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, "index.html"), "<!doctype html><title>Tidemark</title>");
  const server = await serveBrowser({
    app: createMemoryApp(),
    files: async () => ({ status: 404, headers: {}, body: null }),
    pageDir: dir,
    port: 0,
    sessions: await openSessions(join(dir, "browser-sessions.json")),
    hasWindows,
  });
  onTestFinished(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

/** Headers that a browser sends for an address it was started with. */
const opened = { "sec-fetch-site": "none", "sec-fetch-dest": "document" };

/**
 * Sends a request from a separate process, optionally as another user. Returns the status, location and
 * cookies.
 */
async function ask(url: string, headers: Record<string, string>, uid?: number): Promise<string> {
  const program = `
    const { request } = await import("node:http");
    request(process.argv[1], { headers: JSON.parse(process.argv[2]) }, (answer) => {
      const { location = "", "set-cookie": cookies = [] } = answer.headers;
      console.log([answer.statusCode, location, ...cookies].join(" ").trim());
      answer.resume();
    }).end();`;
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", program, url, JSON.stringify(headers)],
    { stdio: ["ignore", "pipe", "inherit"], cwd: "/", env: {}, ...(uid !== undefined && { uid }) },
  );
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
  await once(child, "close");
  return said.trim();
}

describe.runIf(process.platform === "linux")("a window of this user", () => {
  test("gets a session and starts at the link's route", async () => {
    const origin = await start();
    const answer = await ask(`${origin}/session/window`, opened);
    expect(answer).toMatch(
      /^302 \/#\/ tidemark-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const link = encodeURIComponent("tidemark://search?q=low water");
    const [, route, cookie = ""] = (
      await ask(`${origin}/session/window?link=${link}`, opened)
    ).split(" ");
    expect(route).toBe("/#/?q=low+water");
    const session = cookie.replace(/;$/, "");
    // A window that has a session isn't given another.
    const again = await ask(`${origin}/session/window`, { ...opened, cookie: session });
    expect(again).toBe("302 /#/");
    const known = await fetch(`${origin}/session`, { headers: { cookie: session } });
    expect(known.status).toBe(204);
  });

  test.each([
    ["tidemark://capture", "/#/capture", null],
    [
      "tidemark://capture?text=Low%20water",
      /^\/#\/capture\?offer=[\w-]{43}$/,
      { type: "capture", captured: { text: "Low water" } },
    ],
    [
      "tidemark://connect?url=https%3A%2F%2Fnotes.example.org",
      /^\/#\/\?offer=[\w-]{43}$/,
      { type: "connect", url: "https://notes.example.org", code: null },
    ],
    [
      "tidemark://connect?url=https%3A%2F%2Fnotes.example.org&code=7KQ2-M9XB-1234-5678",
      /^\/#\/\?offer=[\w-]{43}$/,
      { type: "connect", url: "https://notes.example.org", code: "7KQ2M9XB12345678" },
    ],
  ])("can take the offer of %s once, and only with its session", async (link, address, offer) => {
    const origin = await start();
    const asked = `${origin}/session/window?link=${encodeURIComponent(link)}`;
    const [, route = "", cookie = ""] = (await ask(asked, opened)).split(" ");
    expect(route).toEqual(typeof address === "string" ? address : expect.stringMatching(address));
    const take = (headers: Record<string, string>) =>
      fetch(`${origin}/session/offer`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ offer: route.split("offer=")[1] ?? "none" }),
      });
    expect((await take({})).status).toBe(401);
    const known = { cookie: cookie.replace(/;$/, "") };
    const taken = await take(known);
    expect([taken.status, await taken.json()]).toEqual(offer === null ? [404, {}] : [200, offer]);
    expect((await take(known)).status).toBe(404);
  });

  test("is offered the text of a file that it was opened with", async () => {
    const origin = await start();
    const dir = await mkdtemp(join(tmpdir(), "tidemark-window-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const file = join(dir, "tides.md");
    await writeFile(file, "# Tides\n");
    const offered = async (path: string): Promise<unknown> => {
      const asked = `${origin}/session/window?file=${encodeURIComponent(path)}`;
      const [, route = "", cookie = ""] = (await ask(asked, opened)).split(" ");
      const answer = await fetch(`${origin}/session/offer`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: cookie.replace(/;$/, "") },
        body: JSON.stringify({ offer: route.split("offer=")[1] }),
      });
      return answer.json();
    };
    expect(await offered(file)).toEqual({ type: "capture", captured: { text: "# Tides\n" } });
    expect(await offered(dir)).toMatchObject({ captured: { problem: "unreadable" } });
    expect(await offered("tides.md")).toEqual({});
  });

  test.each([
    "https://example.com/",
    "//example.com",
    "tidemark://open?memo=../../x",
    `tidemark://search?q=${"x".repeat(3000)}`,
  ])("starts at the timeline if given %.40s", async (link) => {
    const origin = await start();
    const asked = `${origin}/session/window?link=${encodeURIComponent(link)}`;
    expect(await ask(asked, opened)).toMatch(/^302 \/#\/ tidemark-/);
  });

  test.each([
    ["no page was opened by hand", {}],
    ["a page asks for it", { ...opened, "sec-fetch-dest": "empty" }],
    ["a link of another page led to it", { ...opened, "sec-fetch-site": "cross-site" }],
    ["another port's page led to it", { ...opened, "sec-fetch-site": "same-site" }],
    ["a page of ours has it as a frame", { ...opened, "sec-fetch-dest": "iframe" }],
  ])("is rejected if %s", async (_why, headers) => {
    expect(await ask(`${await start()}/session/window`, headers)).toBe("403");
  });

  test.runIf(process.getuid?.() === 0)(
    "is rejected if another user's program requests it",
    async () => {
      expect(await ask(`${await start()}/session/window`, opened, 65534)).toBe("403");
    },
  );

  test("doesn't exist if the app is only served to browsers by key", async () => {
    const origin = await start({ hasWindows: false });
    expect(await ask(`${origin}/session/window`, { ...opened, accept: "text/html" })).toBe("200");
  });
});
