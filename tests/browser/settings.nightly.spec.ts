import { expect } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./file-app.ts";
import { settingsLink } from "./open-settings.ts";

const parts = [
  "Profile and account",
  "Appearance",
  "Editor",
  "Timeline",
  "Tags",
  "Views",
  "Keyboard shortcuts",
  "Quick capture",
  "Files and storage",
  "Sync",
  "Privacy",
  "Devices",
  "Import and export",
  "Backups",
  "Language",
  "About and performance",
];

test("every section meets the accessibility rules in both themes and with forced colours", async ({
  device,
}) => {
  const { page } = device;
  await page.keyboard.press("Control+,");
  for (const part of parts) {
    await settingsLink(page, part).click();
    await expect(page.getByRole("region", { name: part, exact: true })).toBeVisible();
    for (const { rules, ...look } of [
      { rules: "all", colorScheme: "light", forcedColors: "none" },
      { rules: "colours", colorScheme: "dark", forcedColors: "none" },
      { rules: "colours", colorScheme: "dark", forcedColors: "active" },
    ] as const) {
      await page.emulateMedia({ ...look, reducedMotion: "reduce" });
      await expectAccessible(page, `${part}, ${look.colorScheme}, ${look.forcedColors}`, { rules });
    }
  }
});
