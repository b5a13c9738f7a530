import { expect } from "@playwright/test";
import { test } from "./file-app.ts";

test("the first run explains where memos are stored, and asks before making one public", async ({
  device,
}) => {
  const { page } = device;
  const card = page.getByRole("complementary", { name: "Everything stays on this device." });

  await test.step("the card opens the connect dialog", async () => {
    await expect(page.getByRole("textbox", { name: "New memo" })).toBeFocused();
    await expect(card).toBeVisible();
    await card.getByRole("button", { name: "Connect a server…" }).click();
    await expect(page.getByRole("dialog", { name: "Connect a server" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("the card stays dismissed", async () => {
    await card.getByRole("button", { name: "Dismiss" }).click();
    await expect(card).toBeHidden();
    await page.reload();
    await expect(page.getByText("Nothing here yet")).toBeVisible();
    await expect(card).toBeHidden();
  });

  await test.step("only Public needs confirmation", async () => {
    const visibility = page.getByRole("combobox", { name: "Visibility" }).first();
    await page.getByRole("textbox", { name: "New memo" }).click();
    const choose = async (name: string) => {
      await visibility.click();
      await page.getByRole("option", { name }).click();
    };
    await choose("Signed-in users");
    await expect(visibility).toHaveText("Signed-in users");
    await choose("Public");
    const question = page.getByRole("alertdialog", { name: "Make this memo public?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(visibility).toHaveText("Signed-in users");
    await choose("Public");
    await question.getByRole("button", { name: "Make public" }).click();
    await expect(visibility).toHaveText("Public");
    await device.write("For all to read");
    await expect(device.memo("For all to read")).toContainText("Public");
  });
});
