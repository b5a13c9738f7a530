const maxStyle = 2_000;

/** Returns the properties of an element's `style` attribute, in lower case; the last one of a name counts. */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const style = new Map<string, string>();
  const text = element.getAttribute("style");
  if (text === null) return style;
  for (const part of text.slice(0, maxStyle).toLowerCase().split(";")) {
    const colon = part.indexOf(":");
    if (colon < 0) continue;
    style.set(
      part.slice(0, colon).trim(),
      part
        .slice(colon + 1)
        .replace("!important", "")
        .trim(),
    );
  }
  return style;
}

/** How white space is treated: joined to one space, kept, or only its line breaks kept. */
export type Spacing = "join" | "keep" | "lines";

const spacings: Readonly<Record<string, Spacing>> = {
  normal: "join",
  nowrap: "join",
  collapse: "join",
  pre: "keep",
  "pre-wrap": "keep",
  "break-spaces": "keep",
  preserve: "keep",
  "pre-line": "lines",
  "preserve-breaks": "lines",
};

/** Returns the spacing that a style sets; `null` if it is inherited. */
export function spacingOf(style: ReadonlyMap<string, string>): Spacing | null {
  let found: Spacing | null = null;
  // Chrome writes the shorthand's parts when it copies: `white-space-collapse: preserve`.
  for (const [name, value] of style) {
    if (name !== "white-space" && name !== "white-space-collapse") continue;
    for (const word of value.split(/\s+/)) found = spacings[word] ?? found;
  }
  return found;
}

const monospaced =
  /mono|courier|consolas|menlo|monaco|source code|sfmono|lucida console|inconsolata|fira code|cascadia/;

/** Returns true for code that an editor copied as styled lines. */
export function isStyledCode(style: ReadonlyMap<string, string>): boolean {
  return monospaced.test(style.get("font-family") ?? "") && spacingOf(style) === "keep";
}

export function isHidden(style: ReadonlyMap<string, string>): boolean {
  return (
    style.get("display") === "none" ||
    style.get("visibility") === "hidden" ||
    style.get("mso-hide") === "all"
  );
}
