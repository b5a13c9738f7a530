import { viewerStrings } from "../strings.ts";
import { findLanguage } from "./languages.ts";

const maxNameLength = 24;

/**
 * Sets each block of code into a frame with the name of its language and a button that copies it. The
 * name is a style's content and the button an icon, so that neither belongs to the text.
 */
export function frameCode(body: DocumentFragment): void {
  for (const block of body.querySelectorAll("pre")) {
    const language = languageOf(block);
    const frame = document.createElement("div");
    frame.className = "code-frame";
    if (language !== "") frame.dataset["language"] = language;
    // What may scroll sideways must be reachable by keys.
    block.tabIndex = 0;
    block.setAttribute("role", "group");
    block.setAttribute(
      "aria-label",
      language === "" ? viewerStrings.code : viewerStrings.codeIn(language),
    );
    const copy = document.createElement("button");
    copy.type = "button";
    copy.dataset["copyCode"] = "";
    copy.setAttribute("aria-label", viewerStrings.copyCode);
    copy.title = viewerStrings.copyCode;
    block.replaceWith(frame);
    frame.append(block, copy);
  }
}

/** The usual name of its language, else the one it was given. */
function languageOf(block: HTMLElement): string {
  const given = /^language-(\S+)/.exec(block.querySelector("code")?.className ?? "")?.[1] ?? "";
  return findLanguage(given) ?? given.slice(0, maxNameLength);
}
