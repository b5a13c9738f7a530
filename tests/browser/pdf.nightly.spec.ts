import { expect } from "@playwright/test";
import type { DevicePage } from "../system/device-page.ts";
import { test } from "./file-app.ts";
import { smallPdf } from "./small-pdf.ts";

async function attach({ page }: DevicePage, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole("textbox", { name: "New memo" }).click();
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name, mimeType: "application/pdf", buffer });
  await page.getByRole("textbox", { name: "New memo" }).click();
  await page.keyboard.insertText(`With ${name}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("feed").getByRole("button", { name: `Open ${name}` })).toBeVisible();
}

test("a PDF opens in the window, with its pages and zoom", async ({ device }) => {
  const { page } = device;
  await attach(device, "tides.pdf", smallPdf(["First tide", "Second tide", "Third tide"]));
  const open = page.getByRole("button", { name: "Open tides.pdf" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "tides.pdf" });
  const pages = dialog.getByRole("document", { name: "3 pages" });
  await expect(pages.getByText("First tide")).toBeAttached();
  const canvas = pages.locator("canvas").first();
  await expect
    .poll(() =>
      canvas.evaluate((each: HTMLCanvasElement) => {
        const { data } = each.getContext("2d")?.getImageData(0, 0, each.width, each.height) ?? {};
        return data?.some((value, at) => at % 4 === 0 && value < 60) ?? false;
      }),
    )
    .toBe(true);

  const field = dialog.getByRole("spinbutton", { name: "Page" });
  await expect(field).toHaveValue("1");
  await field.fill("3");
  await expect(pages.getByText("Third tide")).toBeInViewport();

  const width = () =>
    pages
      .locator(".pdf-page")
      .first()
      .evaluate((each) => each.clientWidth);
  const before = await width();
  await dialog.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(width).toBeGreaterThan(before);
  await pages.focus();
  await page.keyboard.press("-");
  await expect.poll(width).toBe(before);

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

test("reports a file that isn't a PDF, and runs no script of a PDF", async ({ device }) => {
  const { page } = device;
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await attach(device, "broken.pdf", Buffer.from("%PDF-1.4\nnothing of the kind"));
  await page.getByRole("button", { name: "Open broken.pdf" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Can’t show this PDF. You can download it instead.",
  );
  await page.keyboard.press("Escape");

  await attach(device, "script.pdf", smallPdf(["Harmless"], "app.alert\\('tide'\\)"));
  await page.getByRole("button", { name: "Open script.pdf" }).click();
  await expect(page.getByRole("document").getByText("Harmless")).toBeAttached();
  expect(asked).toEqual([]);
});
