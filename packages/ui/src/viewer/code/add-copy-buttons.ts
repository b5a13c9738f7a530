import { viewerStrings } from "../strings.ts";

/** Adds a button to each block of code that copies it: an icon, so that it isn't part of the text. */
export function addCopyButtons(body: DocumentFragment): void {
  for (const frame of body.querySelectorAll(".code-frame")) {
    const copy = document.createElement("button");
    copy.type = "button";
    copy.dataset["copyCode"] = "";
    copy.setAttribute("aria-label", viewerStrings.copyCode);
    copy.title = viewerStrings.copyCode;
    frame.append(copy);
  }
}
