import type { Locator, Page } from "@playwright/test";

interface Picture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
}

/** File for an input, a paste or a drop. */
export interface FilePayload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer<ArrayBuffer>;
}

/** Paints a single-colour image in the browser. */
export async function paint(
  page: Page,
  { name, width, height, colour }: Picture,
): Promise<FilePayload> {
  const base64 = await page.evaluate(
    async (asked) => {
      const canvas = new OffscreenCanvas(asked.width, asked.height);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.fillStyle = asked.colour;
      context.fillRect(0, 0, asked.width, asked.height);
      context.fillStyle = "white";
      context.fillRect(asked.width / 4, asked.height / 4, asked.width / 2, asked.height / 2);
      const blob = await canvas.convertToBlob({ type: "image/png" });
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    },
    { width, height, colour },
  );
  return { name, mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

/**
 * Dispatches a paste or drop event with files, because Playwright can't trigger one natively. Files are
 * dropped at the middle of the target, or at an offset from its upper left corner.
 */
export async function hand(
  target: Locator,
  event: "paste" | "drop",
  files: FilePayload | readonly FilePayload[],
  place?: { readonly x: number; readonly y: number },
): Promise<void> {
  await target.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of given.files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const { left, top, width, height } = element.getBoundingClientRect();
      const { x, y } = given.place ?? { x: width / 2, y: height / 2 };
      const init = { bubbles: true, cancelable: true, composed: true };
      element.dispatchEvent(
        given.event === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", {
              ...init,
              dataTransfer: data,
              clientX: left + x,
              clientY: top + y,
            }),
      );
    },
    {
      event,
      place,
      files: [files].flat().map(({ name, mimeType, buffer }) => {
        return { name, type: mimeType, base64: buffer.toString("base64") };
      }),
    },
  );
}

/** Returns a WAV file of silence at 8 kHz and 8 bits. */
export function silence(seconds: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + seconds * 8000, 4);
  head.write("WAVEfmt ", 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, seconds * 8000],
  ] as const) {
    head.writeUInt32LE(value, at);
  }
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const) {
    head.writeUInt16LE(value, at);
  }
  head.write("data", 36);
  return Buffer.concat([head, Buffer.alloc(seconds * 8000, 128)]);
}
