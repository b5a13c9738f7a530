import { attachmentOfLink, namedFiles } from "@tidemark/core/markdown";
import type { AttachmentView } from "@tidemark/core/router";
import type { CSSProperties } from "react";
import { viewerStrings } from "../strings.ts";

/** Fields of a file that are needed to show it in a text. */
export type TextFile = Pick<
  AttachmentView,
  "id" | "filename" | "type" | "width" | "height" | "isHere" | "hasSmall"
>;

/** Maximum height of an image in a text, in pixels. */
const maxHeight = 420;

/** Returns the width of an image where there is room, in pixels. */
export function shownWidth(width: number, height: number): number {
  return Math.max(1, Math.round(Math.min(width, (maxHeight * width) / height)));
}

/** Returns the size to reserve for an image below a text, so nothing moves when it loads. */
export function reservedSize({ width, height }: Pick<TextFile, "width" | "height">): CSSProperties {
  if (width === null || height === null) return { width: "100%", aspectRatio: "4 / 3", maxHeight };
  const fitting = Math.ceil(Math.min(width, (maxHeight * width) / height));
  // Large enough to see and click, however small or tall the image is.
  const shown = Math.max(fitting, 96);
  return { width: `min(100%, ${shown}px)`, aspectRatio: `${width} / ${height}`, maxHeight };
}

/**
 * Returns the files that a memo's text doesn't show. A text has no player, and can't fetch a file that isn't
 * on this device.
 */
export function filesBelow(files: readonly AttachmentView[], content: string): AttachmentView[] {
  const named = namedFiles(content);
  return files.filter(
    ({ id, kind, isHere }) =>
      !named.includes(id) || !isHere || kind === "audio" || kind === "video",
  );
}

/**
 * Shows the files of a memo that its text names, depending on their state on this device. Images reserve
 * their known sizes, so nothing moves when they load, and have the small version if they aren't here. Links
 * download.
 */
export function showFiles(body: DocumentFragment, files: readonly TextFile[]): void {
  for (const element of body.querySelectorAll("img, a[href]")) {
    const address = element.getAttribute("src") ?? element.getAttribute("href") ?? "";
    const id = attachmentOfLink(address);
    const file = files.find((each) => each.id === id);
    if (file === undefined) continue;
    if (element instanceof HTMLImageElement) {
      reserve(element, file);
      if (!file.isHere && !file.hasSmall) {
        element.replaceWith(absent(element.alt));
        continue;
      }
      if (!file.isHere) element.src = `${address.replace(/\?.*/, "")}?thumbnail=true`;
      openBy(element, file);
    } else if (file.isHere) {
      element.removeAttribute("target");
      element.setAttribute("download", file.filename);
      if (file.type === "application/pdf") element.setAttribute(opens, file.id);
    } else element.replaceWith(absent(element.textContent));
  }
}

/** Attribute of elements that open a file on click. */
const opens = "data-open-file";

function openBy(image: HTMLImageElement, { id, filename }: TextFile): void {
  // An image in a link follows that link.
  if (image.closest("a") !== null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute(opens, id);
  if (image.alt === "") button.setAttribute("aria-label", filename);
  image.replaceWith(button);
  button.append(image);
}

/** Returns the id of the file that a click in a text opens; `null` if there is none. */
export function fileToOpen(target: Element): string | null {
  return target.closest(`[${opens}]`)?.getAttribute(opens) ?? null;
}

function reserve(image: HTMLImageElement, { width, height }: TextFile): void {
  if (width === null || height === null) return;
  // The text may set the width (M26).
  if (image.dataset["width"] === undefined) image.width = shownWidth(width, height);
  image.height = Math.max(1, Math.round((image.width * height) / width));
}

/**
 * Returns the text of a file with a note that it isn't on this device. CSS draws the note, so it isn't
 * copied.
 */
function absent(words: string): HTMLElement {
  const box = document.createElement("span");
  box.className = "image";
  box.textContent = words;
  box.dataset["absent"] = viewerStrings.notHere;
  return box;
}
