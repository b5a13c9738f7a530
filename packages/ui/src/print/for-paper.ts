/** Says of each link that leads out of Tidemark where it leads, unless its words do. */
export function writeAddresses(body: ParentNode): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    const address = link.getAttribute("href") ?? "";
    if (!/^(?:https?|mailto):/iu.test(address)) continue;
    const shown = readable(address.replace(/^mailto:/iu, "")).replace(/\/$/u, "");
    if (!(link.textContent ?? "").includes(shown)) link.dataset["printAddress"] = shown;
  }
}

/** As a person writes it, where it can be. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** Pictures below the first page are wanted now: nobody scrolls on paper. */
export function wantAllImages(body: ParentNode): void {
  for (const image of body.querySelectorAll("img")) image.loading = "eager";
}
