import { viewerStrings } from "../strings.ts";

/** Says in the reader's language what each callout is. */
export function nameCallouts(body: DocumentFragment): void {
  const words: ReadonlyMap<string, string> = new Map(Object.entries(viewerStrings.callouts));
  for (const callout of body.querySelectorAll<HTMLElement>("blockquote[data-callout]")) {
    callout.setAttribute("role", "note");
    const word = words.get(callout.dataset["callout"] ?? "");
    const kind = callout.querySelector(":scope > .callout-kind");
    if (kind !== null && word !== undefined) kind.textContent = word;
  }
}
