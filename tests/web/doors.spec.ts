import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import { pino } from "pino";
import { readConfig } from "../../apps/server/src/cli/config.ts";
import { type RunningServer, startServer } from "../../apps/server/src/start-server.ts";
import { writeBuild } from "../../apps/server/tests/web/built-page.ts";
import { expectAccessibleInBoth } from "../browser/expect-accessible.ts";

interface Served {
  readonly server: RunningServer;
  /** Folder of the app's page, whose build never ends. */
  readonly dist: string;
}

/** Each test has its own server without an administrator: setting it up works once. */
const test = base.extend<{ readonly served: Served }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
  served: async ({}, provide) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-doors-"));
    const config = readConfig(["--data", join(folder.path, "data"), "--port", "0"], "1.0.0");
    if (!config.ok) throw new Error("these options are not understood");
    const dist = join(folder.path, "dist");
    const builder = join(folder.path, "build.mjs");
    await writeFile(builder, "setInterval(() => {}, 1000);");
    const started = await startServer(config.value, {
      version: "1.0.0",
      logger: pino({ level: "silent" }),
      page: { folder: dist, builder },
    });
    if (!started.ok) throw new Error(started.error.message);
    await using server = started.value;
    await provide({ server, dist });
  },
});

const newPassword = "a slow green tide";

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

/** Expects that nothing is wider than the window, and that everything to press or fill is 44 px high. */
async function expectFits(page: Page): Promise<void> {
  const { scrolled, width, small } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    width: innerWidth,
    small: [...document.querySelectorAll("a, button, input:not([type=hidden])")]
      .filter((each) => each.getBoundingClientRect().height < 44)
      .map((each) => each.outerHTML),
  }));
  expect(scrolled).toBeLessThanOrEqual(width);
  expect(small).toEqual([]);
}

test.describe("without scripts, at 360 px", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("a person sets the server up, signs in from a link, and waits for the app", async ({
    page,
    context,
    served: { server, dist },
  }) => {
    await page.goto(server.url);
    await expect(page.getByRole("heading", { name: "Set up Tidemark" })).toBeVisible();
    await expect(page.getByLabel("Set-up code")).toBeFocused();
    await fill(page, {
      "Set-up code": "AAAA-BBBB-CCCC",
      Username: "alice",
      Password: newPassword,
      "Repeat password": newPassword,
    });
    await page.getByRole("button", { name: "Create administrator" }).click();
    await expect(page.getByText("Wrong set-up code.")).toBeVisible();
    await expect(page.getByLabel("Set-up code")).toBeFocused();
    await expect(page.getByLabel("Username")).toHaveValue("alice");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await fill(page, {
      "Set-up code": server.setupCode ?? "",
      Password: newPassword,
      "Repeat password": newPassword,
    });
    await page.keyboard.press("Enter");
    await expect(page.getByText("Tidemark is getting ready")).toBeVisible();
    expect(page.url()).toBe(`${server.url}/`);

    await context.clearCookies();
    await page.goto(`${server.url}/m/abc`);
    await page.getByRole("link", { name: "Sign in" }).click();
    // The drawn box is 18 px wide, and the whole line checks it.
    const line = (await page.getByRole("checkbox").boundingBox())!;
    const words = (await page.getByText("This is a shared computer").boundingBox())!;
    expect(words.x - line.x).toBeGreaterThan(18);
    await fill(page, { Username: "alice", Password: "wrong" });
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Wrong username or password.")).toBeVisible();
    await expect(page.getByLabel("Password")).toBeFocused();
    await fill(page, { Password: newPassword });
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Tidemark is getting ready")).toBeVisible();
    await writeBuild(dist, "first");
    await expect(page).toHaveTitle("Build first");
    expect(page.url()).toBe(`${server.url}/#/m/abc`);
  });
});

test("forms and notices are accessible, and fit a small phone in every language", async ({
  browser,
  served: { server },
}) => {
  for (const locale of ["en-GB", "de-DE", "ja-JP", "zh-CN"]) {
    const context = await browser.newContext({ locale, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    // Languages differ in their widths, not in what assistive technology finds.
    const check = async (name: string) => {
      if (locale === "en-GB") await expectAccessibleInBoth(page, name);
      await expectFits(page);
    };
    for (const path of ["/m/abc", "/nothing", "/set-up"]) {
      await page.goto(server.url + path);
      await check(path);
    }
    for (const [field, value] of [
      ["code", "x"],
      ["username", "a b"],
      ["password", "short"],
      ["repeated", "other"],
    ] as const) {
      await page.locator(`[name=${field}]`).fill(value);
    }
    await page.locator("button").click();
    await expect(page.locator("#repeated-error")).toBeVisible();
    await check("a problem beside its field");
    await context.close();
  }
});
