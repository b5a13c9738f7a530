import { attachmentOfLink } from "@tidemark/core/markdown";
import type { AttachmentView } from "@tidemark/core/router";
import { viewerStrings } from "../strings.ts";

/** What a text's own files are shown by. */
export type TextFile = Pick<
  AttachmentView,
  "id" | "filename" | "type" | "width" | "height" | "isHere" | "hasSmall"
>;

/** As tall as a picture in a text is shown, in pixels. */
const maxHeight = 420;

/** How wide a picture is shown where there is room. */
export function shownWidth(width: number, height: number): number {
  return Math.max(1, Math.round(Math.min(width, (maxHeight * width) / height)));
}

/**
 * Shows the files of a memo that its text names, as this device has them: pictures in the sizes that
 * are known, so that nothing moves when they come, the small version of one that is not here, and links
 * that download.
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

/** What is pressed opens that file. */
const opens = "data-open-file";

function openBy(image: HTMLImageElement, { id, filename }: TextFile): void {
  // A picture that is a link leads where the text says.
  if (image.closest("a") !== null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute(opens, id);
  if (image.alt === "") button.setAttribute("aria-label", filename);
  image.replaceWith(button);
  button.append(image);
}

/** The file that a press on something in a text asks to see; null where it asks for none. */
export function fileToOpen(target: Element): string | null {
  return target.closest(`[${opens}]`)?.getAttribute(opens) ?? null;
}

function reserve(image: HTMLImageElement, { width, height }: TextFile): void {
  if (width === null || height === null) return;
  // A text may say how wide (M26).
  if (image.dataset["width"] === undefined) image.width = shownWidth(width, height);
  image.height = Math.max(1, Math.round((image.width * height) / width));
}

/** What it is, and that it is not here: drawn, so that no copy of the text has it. */
function absent(words: string): HTMLElement {
  const box = document.createElement("span");
  box.className = "image";
  box.textContent = words;
  box.dataset["absent"] = viewerStrings.notHere;
  return box;
}
