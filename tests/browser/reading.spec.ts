import { expect } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { expectAccessibleInBoth } from "./expect-accessible.ts";
import { test } from "./file-app.ts";

test.use({ sharesPage: true });

const content = `# Reading

| Day | Promised | Unbreakable | What the wind had done |
|-|-:|-|-|
| 3 March | 04:41 | internationalisation | Two days of north-easterly, steady |

\`\`\`ts
const tide = "high water"; // twice a day
\`\`\`

A wave[^1] that is ==late==, $e^{i\\pi} + 1 = 0$, and costs $5 or $6.

> [!WARNING]
> Slack water

- [x] done
  - [ ] open below

[^1]: It started somewhere else.
`;

test("renders Markdown correctly on a wide and on a narrow screen", async ({ device, app }) => {
  const { page } = device;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const heavy = () => asked.filter((path) => /math|KaTeX|code-spans/.test(path));
  await page.reload();
  await expect(page.getByRole("textbox", { name: "New memo" })).toBeVisible();
  expect(heavy()).toEqual([]);

  const router = await openRouter(app.url);
  await router.memos.create.mutate({ content });
  const card = page.getByRole("article").first();
  await expect(card.locator(".katex")).toBeVisible();
  await expect(card.locator(".ink-key")).toHaveText("const");
  expect(heavy()).not.toEqual([]);
  await expect(card.getByRole("note")).toContainText("Warning");
  await expect(card.locator("mark")).toHaveText("late");

  await card.getByRole("link", { name: "Note 1" }).click();
  const note = card.getByRole("listitem").filter({ hasText: "It started somewhere else." });
  await expect(note).toBeFocused();
  await card.getByRole("link", { name: "Back to text" }).click();
  await expect(card.getByRole("link", { name: "Note 1" })).toBeFocused();
  expect(new URL(page.url()).hash).not.toContain("note");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await card.getByRole("group", { name: "Code: TypeScript" }).hover();
  await card.getByRole("button", { name: "Copy code" }).click();
  await expect(page.getByText("Copied").first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'const tide = "high water"; // twice a day',
  );

  const boxes = card.getByRole("checkbox");
  const [parent, child] = [await boxes.nth(0).boundingBox(), await boxes.nth(1).boundingBox()];
  expect(child!.x).toBeGreaterThan(parent!.x + 16);

  await page.setViewportSize({ width: 380, height: 800 });
  const frame = card.getByRole("group", { name: /^Table: Day/ });
  const cell = frame.getByRole("cell", { name: "internationalisation" });
  // The word isn't broken, and overflow stays inside the frame.
  const lines = await cell.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
  const { inner, outer } = await frame.evaluate((element) => ({
    inner: element.scrollWidth,
    outer: element.clientWidth,
  }));
  expect(inner).toBeGreaterThan(outer);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(380);
  await frame.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test("rendered Markdown breaks no accessibility rule", async ({ device, app }) => {
  const { page } = device;
  const router = await openRouter(app.url);
  await router.memos.create.mutate({
    content: `${content}\n![a tide](https://pictures.example.org/tide.png)\n\n> [!TIP]\n> a\n\n> [!CAUTION]\n> b\n\n> [!NOTE]\n> c\n\n> [!IMPORTANT]\n> d`,
  });
  const card = page.getByRole("article").first();
  await expect(card.getByRole("group", { name: "Image from pictures.example.org" })).toBeVisible();
  await expect(card.locator(".katex")).toBeVisible();
  await expect(card.locator(".ink-key")).toBeVisible();
  await expectAccessibleInBoth(page, "a memo");
});
