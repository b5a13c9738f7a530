import { expect } from "@playwright/test";
import { test } from "./file-app.ts";

// In order and in one place: one app for them all.
test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

test("search finds words as they are typed, marks and counts them", async ({ device }) => {
  const { page } = device;
  await device.write("Rope and anchor #boat");
  await device.write("Anchor ground near Ouessant\n\n- [ ] check the anchor");
  await device.write("Nothing of the kind");
  const search = page.getByRole("searchbox", { name: "Search memos" });

  await search.pressSequentially("anchor");
  await expect(search).toHaveAccessibleDescription(/^2 memos$/);
  await expect(device.memo("Nothing of the kind")).toBeHidden();
  await expect(device.memo("Ouessant").locator("mark")).toHaveText(["Anchor", "anchor"]);

  await search.fill("anchor -ouessant #boat");
  await expect(search).toHaveAccessibleDescription(/^1 memo$/);
  await expect(device.memo("Rope and anchor")).toBeVisible();

  await search.fill("is:pinned");
  await expect(page.getByText("No matching memos")).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
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
  await expect(search).toHaveAccessibleDescription(/^1 memo$/);

  await search.fill('="chart" in tag');
  await expect(search).toHaveAttribute("aria-invalid", "true");
  await expect(search).toHaveAccessibleDescription(/^Character \d+: .*tag/);
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
  await expect(search).toHaveAccessibleDescription(/^1 memo$/);
  await page.reload();
  await expect(search).toHaveValue("address");
  await expect(search).toHaveAccessibleDescription(/^1 memo$/);
  await page.getByRole("navigation").getByRole("link", { name: "Archive" }).click();
  await expect(search).toHaveValue("");
  await page.goBack();
  await expect(search).toHaveValue("address");
});

test("a search looks where one says, mends a misspelt operator, and is there again after a result", async ({
  device,
}) => {
  const { page } = device;
  const search = page.getByRole("searchbox", { name: "Search memos" });
  const scope = (name: string) => page.getByRole("button", { name, exact: true });
  await device.write(
    `# Winter berth\n\n${"long before it. ".repeat(60)}The mooring **buoy** #berth`,
  );
  await device.write("Buoy put away #berth\n\n- [ ] paint\n- [x] wash");
  await device.choose("Buoy put away", "Archive");

  await test.step("rows around the hit, no composer, no days", async () => {
    await search.fill("buoy #berth");
    await expect(search).toHaveAccessibleDescription("2 memos");
    await expect(page.getByRole("textbox", { name: "New memo" })).toBeHidden();
    const far = device.memo("Winter berth");
    await expect(far.getByRole("heading", { name: "Winter berth" })).toBeVisible();
    await expect(far.getByRole("paragraph")).toHaveText(/^….{0,60}The mooring buoy/);
    await expect(far.locator("mark")).toHaveText(["buoy"]);
    await expect(device.memo("Buoy put away")).toContainText("archived");
    await expect(device.memo("Buoy put away")).toContainText("1 of 2");
  });

  await test.step("where it looks is part of the address", async () => {
    await scope("Archive").click();
    await expect(search).toHaveAccessibleDescription("1 memo");
    await expect(device.memo("Winter berth")).toBeHidden();
    await scope("This view").click();
    await expect(device.memo("Winter berth")).toBeVisible();
    await expect(device.memo("Buoy put away")).toBeHidden();
    await page.goBack();
    await expect(scope("Archive")).toHaveAttribute("aria-pressed", "true");
    await expect(device.memo("Buoy put away")).toBeVisible();
  });

  await test.step("what is no operator is left out, and said", async () => {
    await search.fill("buoy has:opne");
    await expect(search).toHaveAccessibleDescription(
      "Unknown search term has:opne. Use has:open instead? Ignored for now. 1 memo",
    );
    await page.getByRole("button", { name: "Use has:open instead?" }).click();
    await expect(search).toHaveValue("buoy has:open");
    await expect(search).toBeFocused();
    await expect(search).toHaveAccessibleDescription("1 memo");
  });

  await test.step("Enter opens a result, back returns to the search, which is remembered", async () => {
    await search.press("ArrowDown");
    await expect(device.memo("Buoy put away")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("feed", { name: "Memos" })).toBeHidden();
    await page.goBack();
    await expect(search).toHaveValue("buoy has:open");
    await expect(device.memo("Buoy put away")).toBeVisible();
    const emptyField = async (): Promise<void> => {
      await search.fill("");
      // The help beside the results offers the same, until they are gone.
      await expect(page.getByRole("complementary", { name: "Search help" })).toBeHidden();
    };
    await emptyField();
    await page.getByRole("button", { name: "buoy has:open", exact: true }).click();
    await expect(search).toHaveValue("buoy has:open");
    await emptyField();
    const remove = page.getByRole("button", { name: /^Remove “buoy has:open”/ });
    await remove.click();
    await expect(remove).toBeHidden();
  });
});

test("what a search of nothing says leads on", async ({ device }) => {
  const { page } = device;
  await device.write("A lamp in the window");
  const search = page.getByRole("searchbox", { name: "Search memos" });
  await search.fill("lamp zebrafinch");
  await expect(page.getByText("No results with “zebrafinch”.")).toBeVisible();
  await page.getByRole("button", { name: "Search without “zebrafinch”" }).click();
  await expect(device.memo("A lamp in the window")).toBeVisible();
  await page.getByRole("button", { name: "Trash", exact: true }).click();
  await expect(page.getByText("No matching memos")).toBeVisible();
  await page.getByRole("button", { name: "Search everywhere" }).click();
  await expect(device.memo("A lamp in the window")).toBeVisible();
});

test("a comment is found on what it is on, and leads there", async ({ device }) => {
  const { page } = device;
  await device.write("A letter from the last owner");
  await device.memo("A letter from the last owner").focus();
  await page.keyboard.press("Enter");
  const comment = page.getByRole("textbox", { name: /comment/i });
  await comment.click();
  await page.keyboard.insertText("She starts on the third turn");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("She starts on the third turn")).toBeVisible();
  await page.goBack();
  const search = page.getByRole("searchbox", { name: "Search memos" });
  await search.fill("third turn");
  const found = device.memo("in a comment");
  await expect(found.getByRole("heading")).toHaveText("A letter from the last owner");
  await expect(found.locator("mark")).toHaveText(["third", "turn"]);
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  await expect(found).toBeVisible();
  await found.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A letter");
});
