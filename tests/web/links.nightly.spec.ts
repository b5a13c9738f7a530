import { expect, type Page, test as base } from "@playwright/test";
import { encode } from "uqr";
import { expectAccessibleInBoth } from "../browser/expect-accessible.ts";
import { ownNotebook } from "../samples/notebooks.ts";
import { signIn, startWhole } from "./whole-server.ts";

type Whole = Awaited<ReturnType<typeof startWhole>>;

const test = base.extend<object, { readonly whole: Whole }>({
  whole: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      await using whole = await startWhole(ownNotebook);
      await provide(whole);
    },
    { scope: "worker" },
  ],
});

const article = (page: Page) => page.getByRole("article").first();

test("A44e · a copied link to a memo opens it in a browser that signs in first", async ({
  browser,
  whole,
}) => {
  const context = await browser.newContext();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: whole.url });
  const page = await context.newPage();
  await signIn(page, whole.url);
  const id = (await article(page).getAttribute("data-memo")) ?? "";
  await page.goto(`${whole.url}/#/m/${id}`);
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${whole.url}/m/${id}`);

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await other.getByRole("link", { name: "Sign in" }).click();
  await other.getByLabel("Username").fill("alice");
  await other.getByLabel("Password").fill("correct horse");
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.locator(`article[data-memo="${id}"]`)).toBeVisible();
  expect(other.url()).toBe(`${whole.url}/#/m/${id}`);

  await other.goto(`${whole.url}/m/none-of-these`);
  await expect(other.getByRole("heading", { name: "Memo not found" })).toBeVisible();
  await other.context().close();
  await context.close();
});

test("A44f · a phone’s camera opens the sign-in with a code that works once", async ({
  browser,
  whole,
}) => {
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, whole.url);
  await desk.goto(`${whole.url}/#/settings/devices`);
  await desk.getByRole("button", { name: "Add a device", exact: true }).click();
  const shown = desk.getByRole("region", { name: "Code for another device" });
  const code = await shown.locator("[data-code]").innerText();
  const link = `${whole.url}/connect#code=${code}`;
  const dots = await shown
    .getByRole("img", { name: /^QR code/ })
    .locator("path")
    .getAttribute("d");
  expect(dots).toBe(dotsOf(link));
  await expectAccessibleInBoth(desk, "a QR code for another device");

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Sign in with a code" })).toBeVisible();
  await expect(page.getByLabel("One-time code")).toHaveValue(code);
  expect(page.url()).toBe(`${whole.url}/connect`);
  await expectAccessibleInBoth(page, "signing in with a code");
  await page.getByRole("button", { name: "Sign in" }).tap();
  await expect(article(page)).toBeVisible();
  await expect(shown.getByText(/^Added Chrome on /)).toBeVisible();

  // A signed-in browser ignores the link, and another one can't use the code.
  await page.goto("about:blank");
  await page.goto(link);
  await expect(article(page)).toBeVisible();
  expect(page.url()).toBe(`${whole.url}/#/`);
  const second = await (await browser.newContext()).newPage();
  await second.goto(link);
  await second.getByRole("button", { name: "Sign in" }).click();
  await expect(second.getByText("This code is wrong, already used or expired.")).toBeVisible();
  for (const { context } of [desk, page, second].map((each) => ({ context: each.context() }))) {
    await context.close();
  }
});

/** Returns the dark squares of the QR code of a text. */
function dotsOf(text: string): string {
  const { data } = encode(text, { ecc: "M", border: 3 });
  return data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
}
