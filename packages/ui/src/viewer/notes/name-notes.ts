import { viewerStrings } from "../strings.ts";

/** Names the notes below a text and the links to and fro. The way back is drawn, so that no copy of the text has it. */
export function nameNotes(body: DocumentFragment): void {
  for (const link of body.querySelectorAll<HTMLElement>("a[data-note]")) {
    link.setAttribute("role", "doc-noteref");
    link.setAttribute("aria-label", viewerStrings.note(link.dataset["note"] ?? ""));
  }
  for (const link of body.querySelectorAll<HTMLElement>("a[data-note-back]")) {
    link.setAttribute("role", "doc-backlink");
    link.setAttribute("aria-label", viewerStrings.backToText);
    link.replaceChildren();
  }
  for (const section of body.querySelectorAll("section.footnotes")) {
    section.setAttribute("role", "group");
    section.setAttribute("aria-label", viewerStrings.notes);
  }
}
