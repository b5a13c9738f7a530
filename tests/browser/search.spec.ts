import { expect } from "@playwright/test";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

test("search finds, highlights and counts hits while the user types", async ({ device }) => {
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

test("= starts a filter expression, and an error is reported with its position", async ({
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
  // The last results stay while the expression has an error.
  await expect(device.memo("Chart of the bay")).toBeVisible();

  await search.fill("=size(tags) == 0");
  await expect(search).not.toHaveAttribute("aria-invalid", "true");
  await expect(device.memo("No tag on this one")).toBeVisible();
  await expect(device.memo("Chart of the bay")).toBeHidden();
});

test("a search is part of the address, and survives Back and a reload", async ({ device }) => {
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

test("a search has a scope, corrects a misspelt operator, and is restored after opening a result", async ({
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

  await test.step("results show the text around a hit, without composer and day headings", async () => {
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

  await test.step("the scope is part of the address", async () => {
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

  await test.step("an unknown operator is ignored and reported", async () => {
    await search.fill("buoy has:opne");
    await expect(search).toHaveAccessibleDescription(
      "Unknown search term has:opne. Use has:open instead? Ignored for now. 1 memo",
    );
    await page.getByRole("button", { name: "Use has:open instead?" }).click();
    await expect(search).toHaveValue("buoy has:open");
    await expect(search).toBeFocused();
    await expect(search).toHaveAccessibleDescription("1 memo");
  });

  await test.step("Enter opens a result, Back returns to the search, which is listed as recent", async () => {
    await search.press("ArrowDown");
    await expect(device.memo("Buoy put away")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("feed", { name: "Memos" })).toBeHidden();
    await page.goBack();
    await expect(search).toHaveValue("buoy has:open");
    await expect(device.memo("Buoy put away")).toBeVisible();
    const emptyField = async (): Promise<void> => {
      await search.fill("");
      // The help beside the results has a button of the same name, until the results are hidden.
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

test("a search without results suggests other searches", async ({ device }) => {
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

test("search finds a comment on its memo and opens the memo", async ({ device }) => {
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

test("a search without results offers a new memo with its words, and opens its editor", async ({
  device,
}) => {
  const { page } = device;
  const search = page.getByRole("searchbox", { name: "Search memos" });
  await search.fill("is:pinned moorings");
  await expect(page.getByText("No matching memos")).toBeVisible();
  // Operators are no words of a memo.
  await expect(page.getByRole("button", { name: /^New memo “/ })).toBeHidden();
  await search.fill('"Winter moorings"');
  await page.getByRole("button", { name: "New memo “Winter moorings”" }).click();
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" of 2027");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("article", { name: /Winter moorings of 2027/ })).toBeVisible();
});
