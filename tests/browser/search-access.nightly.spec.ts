import { expect } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

test("search breaks no accessibility rule in both themes and fits 320 pixels", async ({
  device,
}) => {
  const { page } = device;
  const notes: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") notes.push(message.text());
  });
  await device.write(
    `A tender of ${"unbrokenlongword".repeat(12)} #one/two/three\n\n- [ ] oars\n- [x] bail`,
  );
  const search = page.getByRole("searchbox", { name: "Search memos" });
  for (const [colorScheme, rules] of [
    ["light", "all"],
    ["dark", "colours"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await search.fill("tender has:opne");
    await expect(search).toHaveAccessibleDescription(/1 memo/);
    await expectAccessible(page, `rows and a problem, ${colorScheme}`, { rules });
    await search.fill('="x" in tag');
    await expect(search).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page, `a refused filter, ${colorScheme}`, { rules });
    await search.fill("");
    // Clearing the field hides the search tips; focusing it shows them.
    await expect(page.getByRole("region", { name: "Search tips" })).toBeHidden();
    await search.blur();
    await search.focus();
    await expect(page.getByRole("region", { name: "Search tips" })).toBeVisible();
    // Checks only the search box: it overlaps the list, whose edges show beside it.
    await expectAccessible(page, `what is offered, ${colorScheme}`, {
      rules,
      within: ".search-box",
    });
  }
  // A refused search isn't a page error.
  expect(notes).toEqual([]);
  await page.setViewportSize({ width: 320, height: 256 });
  await search.fill("tender has:opne");
  await expect(search).toHaveAccessibleDescription(/1 memo/);
  const isTooWide = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  expect(await isTooWide()).toBe(false);
  await page.getByRole("button", { name: "Use has:open instead?" }).click();
  await expect(search).toHaveValue("tender has:open");
  await search.fill("");
  await page.getByRole("button", { name: "has:link" }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "has:link" }).click();
  await expect(search).toHaveValue("has:link");
  expect(await isTooWide()).toBe(false);
});
