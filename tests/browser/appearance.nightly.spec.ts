import { expectEveryScreenAccessible } from "./every-screen.ts";
import { test } from "./seeded-app.ts";

// With every change every screen is looked at in the light theme, and the colours of each theme by
// `packages/ui/src/theme/contrast.test.ts`.

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
