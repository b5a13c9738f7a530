import { expect } from "@playwright/test";
import { test } from "./file-app.ts";

// In order and in one place: one app for them all.
test.describe.configure({ mode: "default" });

test("search finds words as they are typed, marks and counts them", async ({ device }) => {
  const { page } = device;
  await device.write("Rope and anchor #boat");
  await device.write("Anchor ground near Ouessant\n\n- [ ] check the anchor");
  await device.write("Nothing of the kind");
  const search = page.getByRole("searchbox", { name: "Search memos" });

  await search.pressSequentially("anchor");
  await expect(search).toHaveAccessibleDescription("2 matches");
  await expect(device.memo("Nothing of the kind")).toBeHidden();
  await expect(device.memo("Ouessant").locator("mark")).toHaveText(["Anchor", "anchor"]);

  await search.fill("anchor -ouessant #boat");
  await expect(search).toHaveAccessibleDescription("1 match");
  await expect(device.memo("Rope and anchor")).toBeVisible();

  await search.fill("is:pinned");
  await expect(page.getByText("No memo matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(device.memo("Nothing of the kind")).toBeVisible();
  await expect(search).toHaveValue("");
});

test("after = the filter language is spoken, and a mistake is named where it is", async ({
  device,
}) => {
  const { page } = device;
  await device.write("Chart of the bay #chart");
  await device.write("No tag on this one");
  const search = page.getByRole("searchbox", { name: "Search memos" });
  await search.fill('="chart" in tags');
  await expect(search).toHaveAccessibleDescription("1 match");

  await search.fill('="chart" in tag');
  await expect(search).toHaveAttribute("aria-invalid", "true");
  await expect(search).toHaveAccessibleDescription(/^At character \d+: .*tag/);
  // The last good answer stays while one mends the question.
  await expect(device.memo("Chart of the bay")).toBeVisible();

  await search.fill("=size(tags) == 0");
  await expect(search).not.toHaveAttribute("aria-invalid", "true");
  await expect(device.memo("No tag on this one")).toBeVisible();
  await expect(device.memo("Chart of the bay")).toBeHidden();
});

test("a search is part of the address: back and reload keep it", async ({ device }) => {
  const { page } = device;
  await device.write("Kept in the address #kept");
  const search = page.getByRole("searchbox", { name: "Search memos" });
  await search.fill("address");
  await expect(search).toHaveAccessibleDescription("1 match");
  await page.reload();
  await expect(search).toHaveValue("address");
  await expect(search).toHaveAccessibleDescription("1 match");
  await page.getByRole("navigation").getByRole("link", { name: "Archive" }).click();
  await expect(search).toHaveValue("");
  await page.goBack();
  await expect(search).toHaveValue("address");
});
