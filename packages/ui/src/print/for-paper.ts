/** Adds the address to each external link whose text doesn't contain it. */
export function writeAddresses(body: ParentNode): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    const address = link.getAttribute("href") ?? "";
    if (!/^(?:https?|mailto):/iu.test(address)) continue;
    const shown = readable(address.replace(/^mailto:/iu, "")).replace(/\/$/u, "");
    if (!(link.textContent ?? "").includes(shown)) link.dataset["printAddress"] = shown;
  }
}

/** Returns the decoded address if possible. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** Loads all images eagerly, because paper doesn't scroll. */
export function wantAllImages(body: ParentNode): void {
  for (const image of body.querySelectorAll("img")) image.loading = "eager";
}
