import { viewerStrings } from "../strings.ts";

/** Adds a copy button to each block of code. It is an icon, so it isn't part of the text. */
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
