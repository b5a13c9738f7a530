import { viewerStrings } from "../strings.ts";
import { remoteHost } from "./remote-host.ts";

/**
 * Replaces each link to an image on another host by a box with its alt text, its host and two buttons. The
 * labels are drawn by CSS, so they aren't copied with the text.
 */
export function boxRemoteImages(body: DocumentFragment): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>("a.image")) {
    const address = link.getAttribute("href") ?? "";
    const host = remoteHost(address);
    if (host === null) continue;
    const box = document.createElement("span");
    box.className = "remote-image";
    box.dataset["remoteImage"] = address;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", viewerStrings.imageFrom(host));
    link.replaceWith(box);
    const from = document.createElement("span");
    from.className = "host";
    from.dataset["words"] = host;
    from.dataset["failedWords"] = viewerStrings.imageFailed;
    box.append(
      link,
      from,
      button("loadImage", viewerStrings.loadImage),
      button("showHost", viewerStrings.alwaysFromHere),
    );
  }
}

function button(action: string, words: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.dataset[action] = "";
  made.dataset["words"] = words;
  made.setAttribute("aria-label", words);
  return made;
}
