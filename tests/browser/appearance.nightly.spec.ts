import { expectEveryScreenAccessible } from "./every-screen.ts";
import { test } from "./seeded-app.ts";

// With every change the colours of each theme are looked at by `packages/ui/src/theme/contrast.test.ts`, and
// what a test leads to by itself.

const appearances = {
  dark: { colorScheme: "dark", forcedColors: "none" },
  "forced colours": { colorScheme: "dark", forcedColors: "active" },
} as const;

for (const [appearance, media] of Object.entries(appearances)) {
  test(`no screen breaks a rule of colours, ${appearance}`, async ({ device }) => {
    await device.page.emulateMedia({ ...media, reducedMotion: "reduce" });
    await expectEveryScreenAccessible(device, "colours");
  });
}

test("no screen breaks a rule of accessibility", async ({ device }) => {
  const { page } = device;
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectEveryScreenAccessible(device, "all");
});
