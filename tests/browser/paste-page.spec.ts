import { expect, type Locator, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

// The composer would show the previous test's draft otherwise.
test.beforeEach(async ({ app }) => {
  const { drafts } = await openRouter(app.url);
  await drafts.set.mutate({ key: "composer", content: "" });
});

async function beginMemo(page: Page): Promise<Locator> {
  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await expect(page.locator(".composer .cm-content")).toBeFocused();
  return composer;
}

/** Dispatches a paste event with HTML and plain text. */
async function paste(editor: Locator, html: string, plain: string): Promise<void> {
  await editor.evaluate(
    (element, [page, text]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", page ?? "");
      clipboardData.setData("text/plain", text ?? "");
      element.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [html, plain],
  );
}

test("a part of a page that Chromium copied keeps its lines, code and table", async ({
  app,
  device,
}) => {
  const { page } = device;
  await page.evaluate(() => {
    const part = document.createElement("div");
    part.id = "copied";
    part.innerHTML =
      '<style>.kept { white-space: pre-wrap }</style><div class="kept">one\ntwo <b>x</b></div>' +
      "<pre>a *b*\n  c</pre><ul><li>p<ul><li>q</li></ul></li></ul>" +
      "<table><tr><th colspan=2>H</th></tr><tr><td>1</td><td>2</td></tr></table>";
    document.body.append(part);
    getSelection()?.selectAllChildren(part);
    document.execCommand("copy");
    part.remove();
  });
  await beginMemo(page);
  await page.keyboard.press("Control+v");
  const { drafts } = await openRouter(app.url);
  await expect
    .poll(() => drafts.get.query({ key: "composer" }))
    .toContain(
      "one\ntwo **x**\n\n```\na *b*\n  c\n```\n\n- p\n  - q\n\n| H   |     |\n| --- | --- |\n| 1   | 2   |",
    );
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
});

test("a picture in a page is attached, and a page that isn't whole can become plain text", async ({
  device,
}) => {
  const { page } = device;
  const composer = await beginMemo(page);
  const picture = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 40;
    canvas.height = 30;
    return canvas.toDataURL("image/png");
  });
  await paste(
    composer,
    `<p><b>see</b> <img src="${picture}" alt="harbour"> there</p>`,
    "see there",
  );
  await expect(composer).toContainText("see** ![harbour.png](/file/attachments/");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await paste(composer, '<p><b>see</b> <img src="file:///a.png" alt="harbour"></p>', "see");
  await expect(composer).toHaveText("**see** harbour");
  await page.getByRole("button", { name: "Paste as plain text" }).click();
  await expect(composer).toHaveText("see");
  await page.keyboard.press("Control+z");
  await expect(composer).toHaveText("**see** harbour");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
});

test("a page that is nested too deeply is pasted as its text at once", async ({ device }) => {
  const { page } = device;
  const composer = await beginMemo(page);
  await paste(composer, `<b>x</b>${"<div>".repeat(500_000)}`, "only text");
  await expect(composer).toHaveText("only text");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
});
