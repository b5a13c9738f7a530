import type * as Colours from "./code-colours.ts";

let colours: typeof Colours | null = null;

/** Colours the code of a body: at once if the module is loaded, else as soon as it is. */
export function colourCode(body: HTMLElement): void {
  if (body.querySelector("pre > code[class^=language-]") === null) return;
  if (colours !== null) colours.colourCode(body);
  else void colourLater(body);
}

async function colourLater(body: HTMLElement): Promise<void> {
  try {
    colours = await import("./code-colours.ts");
  } catch {
    // The code is readable without colours.
    return;
  }
  colours.colourCode(body);
}
