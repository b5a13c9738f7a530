import { expect } from "@playwright/test";
import { test } from "./file-app.ts";

const wrapped = `Kept as a file

The tide tables of the year before last were wrapped by an editor at some
seventy columns, as mail was in those days, and nobody has touched them in
the time since.`;

test("how lines break is a setting, which holds after a reload", async ({ device }) => {
  const { page } = device;
  await device.write(wrapped);
  // By its class: what is behind a dialog has no role.
  const breaks = page.locator("article .memo-body br");
  await expect(breaks).toHaveCount(0);

  await page.keyboard.press("Control+,");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("radio", { name: "As written" }).click();
  await expect(breaks).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.reload();
  await expect(breaks).toHaveCount(2);
  const button = page.getByRole("button", { name: "Settings" });
  await button.click();
  await expect(dialog.getByRole("radio", { name: "As written" })).toBeChecked();
  await dialog.getByRole("radio", { name: /^Join lines/ }).click();
  await expect(breaks).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("theme and language are chosen there too", async ({ device }) => {
  const { page } = device;
  await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("radio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await dialog.getByRole("radio", { name: "Deutsch" }).click();
  const german = page.getByRole("dialog", { name: "Einstellungen" });
  await expect(german).toBeVisible();
  await german.getByRole("radio", { name: "English" }).click();
  await expect(dialog).toBeVisible();
});

test("hosts whose images are always loaded are listed, and taken out", async ({ device }) => {
  const { page } = device;
  await page.evaluate(() =>
    localStorage.setItem("tidemark:image-hosts", JSON.stringify(["one.example", "two.example"])),
  );
  await page.reload();
  await page.getByRole("button", { name: "Settings" }).click();
  const list = page.getByRole("dialog").getByRole("list", { name: "Images of other hosts" });
  await expect(list.getByRole("listitem")).toHaveText(["two.example", "one.example"]);
  await list.getByRole("button", { name: "Ask again for images from one.example" }).click();
  await expect(list.getByRole("listitem")).toHaveText(["two.example"]);
  await page.reload();
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(list.getByRole("listitem")).toHaveText(["two.example"]);
});

test("how fast the window is stands in its performance report", async ({ device }) => {
  const { page } = device;
  await device.write("Timed as it was written");
  await page.keyboard.press("Control+,");
  await page.getByRole("link", { name: "How fast this window is" }).click();
  const title = page.getByRole("heading", { name: "Performance report" });
  await expect(title).toBeVisible();
  await page.goBack();
  await expect(device.memo("Timed as it was written")).toBeVisible();
  await page.goForward();
  const measured = (what: RegExp) =>
    page.getByRole("row", { name: what }).getByRole("cell").first();
  await expect(measured(/^From the start/)).toHaveText(/^[\d,]+ ms$/);
  await expect(measured(/^A key, painted \(95/)).toHaveText(/^(?:< )?\d+ ms$/);
  await expect(measured(/^Back to the list/)).toHaveText(/^[\d,]+ ms$/);
  await expect(measured(/^Memory/)).toHaveText(/^\d+ MB$/);
});
