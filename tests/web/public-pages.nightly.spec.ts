import { createServer } from "node:http";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import { pino } from "pino";
import { parseAnyJson } from "@tidemark/core";
import { z } from "zod";
import { readConfig } from "../../apps/server/src/cli/config.ts";
import { startServer } from "../../apps/server/src/start-server.ts";
import { expectAccessibleInBoth } from "../browser/expect-accessible.ts";
import { alice } from "../system/in-process-server.ts";

interface Served {
  readonly url: string;
  /** Asks the API as the administrator. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
}

const test = base.extend<{ readonly served: Served }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  served: async ({}, provide) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-public-"));
    const account = ["--admin-username", alice.username, "--admin-password", alice.password];
    const config = readConfig(["--data", folder.path, "--port", "0", ...account], "1.0.0");
    if (!config.ok) throw new Error("these options are not understood");
    const logger = pino({ level: "silent" });
    const started = await startServer(config.value, { version: "1.0.0", logger });
    if (!started.ok) throw new Error(started.error.message);
    await using server = started.value;
    let token = "";
    const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect(answer.status, path).toBe(200);
      return parseAnyJson(await answer.text());
    };
    ({ accessToken: token } = z
      .object({ accessToken: z.string() })
      .parse(await ask("POST", "/auth/signin", alice)));
    await ask("PATCH", "/instance/settings/GENERAL", {
      generalSetting: { publicAccess: true },
    });
    await provide({ url: server.url, ask });
  },
});

const long = "A table, a task and a formula";
const contents = [
  `# ${long}\n\n| Tide | Height |\n|---|---:|\n| high | 3.2 m |\n\n- [ ] row\n- [x] sail\n\n$$h = a \\cos(\\omega t)$$\n\n\`\`\`ts\nconst depth = "${"deep ".repeat(40)}";\n\`\`\``,
  `A word without an end: ${"x".repeat(300)}`,
  "https://example.com/a/very/long/address/that/has/no/end/".repeat(5),
  "**注意：**请看 #海/潮汐 and مرحبا بالعالم",
  "> [!WARNING]\n> Rocks.[^1]\n\n[^1]: At low tide.",
];

/** Expects that nothing is wider than the window, and that links outside texts are 44 px high. */
async function expectFits(page: Page): Promise<void> {
  const { scrolled, width, small } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    width: innerWidth,
    small: [...document.querySelectorAll("header a, footer a, nav a, .feed a, .more a")]
      .filter((each) => each.getBoundingClientRect().height < 44)
      .map((each) => each.outerHTML),
  }));
  expect(scrolled).toBeLessThanOrEqual(width);
  expect(small).toEqual([]);
}

test("public pages are accessible, fit three windows, and need no script", async ({
  served: { url, ask },
  browser,
}) => {
  for (let at = 0; at < 20; at += 1) {
    await ask("POST", "/memos", { content: `Public note ${at}`, visibility: "PUBLIC" });
  }
  for (const [at, content] of contents.entries()) {
    await ask("POST", `/memos?memoId=public${at}`, { content, visibility: "PUBLIC" });
  }
  await ask("POST", "/memos", { content: "Private words", visibility: "PRIVATE" });
  for (const width of [1360, 820, 390]) {
    // The pages forbid scripts, also those of this test.
    const context = await browser.newContext({ viewport: { width, height: 800 }, bypassCSP: true });
    const page = await context.newPage();
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.goto(`${url}/explore`);
    await expect(page.getByText("Private words")).toHaveCount(0);
    await expect(page.getByRole("article")).toHaveCount(20);
    await expectFits(page);
    if (width !== 820) await expectAccessibleInBoth(page, `/explore at ${width}`);
    await page.getByRole("link", { name: "Older memos" }).click();
    await expect(page.getByRole("article")).toHaveCount(5);
    await expectFits(page);
    for (const at of contents.keys()) {
      await page.goto(`${url}/m/public${at}`);
      await expectFits(page);
      if (width === 390) await expectAccessibleInBoth(page, `/m/public${at}`);
    }
    await page.getByRole("link", { name: alice.username }).first().click();
    await expect(page).toHaveURL(`${url}/u/${alice.username}`);
    await expectFits(page);
    if (width === 390) await expectAccessibleInBoth(page, "/u");
    expect(scripts).toEqual([]);
    await context.close();
  }
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (said) => void (said.type() === "error" && problems.push(said.text())));
  for (const path of ["/explore", ...Array.from(contents.keys(), (at) => `/m/public${at}`)]) {
    await page.goto(url + path);
    await expect(page.getByRole("article").first()).toBeVisible();
  }
  expect(problems).toEqual([]);
});

test("a named site shows a memo in its page, and another one doesn't", async ({
  served: { url, ask },
  page,
}) => {
  await ask("POST", "/memos?memoId=embedded", { content: "Low tide at six", visibility: "PUBLIC" });
  const site = createServer((_request, reply) => {
    reply.setHeader("content-type", "text/html");
    reply.end(`<title>A blog</title><iframe title="Memo" src="${url}/embed/m/embedded"></iframe>`);
  });
  await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
  const address = site.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    await ask("PATCH", "/instance/settings/GENERAL", {
      generalSetting: { publicAccess: true, embedOrigins: [`http://127.0.0.1:${port}`] },
    });
    await page.goto(`http://127.0.0.1:${port}/`);
    const frame = page.frameLocator("iframe");
    await expect(frame.getByText("Low tide at six")).toBeVisible();
    // The same site by another name isn't the named origin.
    const refused: string[] = [];
    page.on("console", (said) => void refused.push(said.text()));
    await page.goto(`http://localhost:${port}/`);
    await expect.poll(() => refused.join(" ")).toMatch(/frame-ancestors|Framing/);
    await expect(frame.getByText("Low tide at six")).toHaveCount(0);
  } finally {
    site.closeAllConnections();
    site.close();
  }
});
