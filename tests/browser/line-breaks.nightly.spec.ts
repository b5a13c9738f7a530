import { expect } from "@playwright/test";
import { test } from "./file-app.ts";
import { leaveSettings, openSettings, settingsLink } from "./open-settings.ts";

const wrapped = `Kept as a file

The tide tables of the year before last were wrapped by an editor at some
seventy columns, as mail was in those days, and nobody has touched them in
the time since.`;

test("the setting for line breaks applies and survives a reload", async ({ device }) => {
  const { page } = device;
  await device.write(wrapped);
  const breaks = page.locator("article .memo-body br");
  await expect(breaks).toHaveCount(0);

  await openSettings(page, "Editor");
  await page.getByRole("radio", { name: "As written" }).click();
  await leaveSettings(page);
  await expect(breaks).toHaveCount(2);

  await page.reload();
  await expect(breaks).toHaveCount(2);
  const link = page.getByRole("link", { name: "Settings" });
  await link.click();
  await settingsLink(page, "Editor").click();
  await expect(page.getByRole("radio", { name: "As written" })).toBeChecked();
  await page.getByRole("radio", { name: /^Reflow/ }).click();
  await leaveSettings(page);
  await expect(breaks).toHaveCount(0);
  await expect(link).toBeFocused();
});
