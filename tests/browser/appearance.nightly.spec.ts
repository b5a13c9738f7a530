import { expectEveryScreenAccessible } from "./every-screen.ts";
import { test } from "./seeded-app.ts";

// On every change, `packages/ui/src/theme/contrast.test.ts` checks the colours of each theme, and the other
// browser tests check the screens that they open.

const appearances = {
  dark: { colorScheme: "dark", forcedColors: "none" },
  "forced colours": { colorScheme: "dark", forcedColors: "active" },
} as const;

for (const [appearance, media] of Object.entries(appearances)) {
  test(`no screen breaks a colour contrast rule, ${appearance}`, async ({ device }) => {
    await device.page.emulateMedia({ ...media, reducedMotion: "reduce" });
    await expectEveryScreenAccessible(device, "colours");
  });
}

test("no screen breaks an accessibility rule", async ({ device }) => {
  const { page } = device;
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectEveryScreenAccessible(device, "all");
});
