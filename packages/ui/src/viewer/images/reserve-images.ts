const attachmentAddress = /^\/file\/attachments\/([a-zA-Z0-9-]+)\//;

export interface ImageSize {
  readonly id: string;
  /** Pixels as it is seen; null where nobody knows. */
  readonly width: number | null;
  readonly height: number | null;
}

/** As tall as a picture in a text is shown, in pixels. */
const maxHeight = 420;

/** How wide a picture is shown where there is room. */
export function shownWidth(width: number, height: number): number {
  return Math.max(1, Math.round(Math.min(width, (maxHeight * width) / height)));
}

/** Gives the pictures of a body the sizes that are known of them: nothing moves when they come. */
export function reserveImages(body: DocumentFragment, files: readonly ImageSize[]): void {
  for (const image of body.querySelectorAll("img")) {
    const id = attachmentAddress.exec(image.getAttribute("src") ?? "")?.[1];
    const size = files.find((file) => file.id === id);
    if (size === undefined || size.width === null || size.height === null) continue;
    const width = shownWidth(size.width, size.height);
    image.width = width;
    image.height = Math.max(1, Math.round((width * size.height) / size.width));
  }
}
