import { expect } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

test("a search breaks no rule of access, in both themes, and fits 320 pixels", async ({
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
    // Who has cleared it looks at the list; who comes to it is offered what it can do.
    await expect(page.getByRole("region", { name: "Search tips" })).toBeHidden();
    await search.blur();
    await search.focus();
    await expect(page.getByRole("region", { name: "Search tips" })).toBeVisible();
    // It lies over the list, whose boxes stick out at its edge when there are recent searches.
    await expectAccessible(page, `what is offered, ${colorScheme}`, {
      rules,
      within: ".search-box",
    });
  }
  // What was refused is an answer, and no fault of the page.
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
