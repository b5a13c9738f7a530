import { expect } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

function fenced(text: string): string {
  return `\`\`\`mermaid\n${text}\n\`\`\``;
}

test("draws a diagram in the page's colours and shows its source on a click", async ({
  device,
  app,
}) => {
  const { page } = device;
  const router = await openRouter(app.url);
  await router.memos.create.mutate({
    content: `How the tide goes\n\n${fenced("flowchart LR\n  A[Ebb] --> B{Slack}\n  B -->|later| C[Flood]")}`,
  });
  const card = device.memo("How the tide goes");
  const picture = card.getByRole("img", { name: "Diagram" });
  await expect(picture).toBeVisible({ timeout: 30_000 });
  const width = () =>
    picture.evaluate(
      (image) =>
        (image as HTMLImageElement).naturalWidth * Number((image as HTMLImageElement).complete),
    );
  await expect.poll(width).toBeGreaterThan(200);
  const light = await picture.getAttribute("src");

  await card.getByRole("button", { name: "Text", exact: true }).click();
  await expect(picture).toBeHidden();
  await expect(card.getByText("B -->|later| C[Flood]")).toBeVisible();
  await card.getByRole("button", { name: "Text", exact: true }).click();
  await expect(picture).toBeVisible();

  await page.emulateMedia({ colorScheme: "dark" });
  await expect(picture).not.toHaveAttribute("src", light ?? "", { timeout: 30_000 });
});

test("shows an invalid diagram as its source, with a message", async ({ device, app }) => {
  const router = await openRouter(app.url);
  await router.memos.create.mutate({
    content: `No picture\n\n${fenced("flowchart LR\n  A --> --> B")}`,
  });
  const card = device.memo("No picture");
  await expect(card.getByText("This diagram can’t be drawn.")).toBeVisible({
    timeout: 30_000,
  });
  await expect(card.getByText("A --> --> B")).toBeVisible();
});

test("a hostile diagram runs no code and sends no requests", async ({ device, app }) => {
  const { page } = device;
  const asked: string[] = [];
  await page.route(/evil/, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ body: "" });
  });
  await page.exposeFunction("stolen", () => asked.push("script"));
  const texts = [
    'flowchart LR\n  A["<img src=x onerror=stolen()><script>stolen()</script>"] --> B',
    'flowchart LR\n  A --> B\n  click A href "javascript:stolen()"',
    "flowchart LR\n  A --> B\n  click A call stolen()",
    "%%{init: {'securityLevel': 'loose', 'htmlLabels': true, 'themeCSS': '* { background: url(https://evil.example/css) }'}}%%\nflowchart LR\n  A[\"<iframe src=https://evil.example/frame></iframe>\"] --> B",
    'flowchart LR\n  A@{ img: "https://evil.example/picture.png", label: "x", h: 60 }',
    '---\nconfig:\n  themeCSS: "@import url(https://evil.example/import);"\n---\nsequenceDiagram\n  A->>B: <style>@import url(https://evil.example/style)</style>',
    'sequenceDiagram\n  participant A\n  links A: {"x": "javascript:stolen()"}\n  A->>A: hi',
  ];
  const content = `Strange shores\n\n${texts.map(fenced).join("\n\n")}\n\n${fenced("flowchart LR\n  last --> one")}`;
  const { id } = await router(app.url, content);
  await page.evaluate((hash) => (location.hash = hash), `#/m/${id}`);
  const frames = page.getByRole("article").locator(".code-frame");
  await expect(frames).toHaveCount(texts.length + 1);
  await expect
    .poll(
      () =>
        frames.evaluateAll(
          (all) =>
            all.filter((each) => each.querySelector(".diagram img, .diagram-problem") === null)
              .length,
        ),
      {
        timeout: 40_000,
      },
    )
    .toBe(0);
  for (const image of await frames.locator(".diagram img").all()) {
    await expect
      .poll(() => image.evaluate((each) => (each as HTMLImageElement).complete))
      .toBe(true);
  }
  expect(asked).toEqual([]);
  expect(page.frames().filter((frame) => frame.url().includes("evil"))).toEqual([]);
});

async function router(url: string, content: string): Promise<{ readonly id: string }> {
  return (await openRouter(url)).memos.create.mutate({ content });
}
