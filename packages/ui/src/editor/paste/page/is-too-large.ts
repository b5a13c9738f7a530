/** Limits of what is converted while the user waits. */
const maxLength = 3_000_000;
const maxElements = 60_000;
/** Nesting beyond which a browser's parser takes time that grows with its square. */
const maxOpen = 1_000;

/** Elements without an end, and those that the next of their kind ends. */
const unnested = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th tbody thead tfoot option rt rp".split(
    " ",
  ),
);

/** Returns true for a page that would take too long to parse or to convert. */
export function isTooLarge(html: string): boolean {
  if (html.length > maxLength) return true;
  let elements = 0;
  let open = 0;
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9:-]{0,30})/gi)) {
    if (slash === "") elements += 1;
    if (unnested.has(name!.toLowerCase())) continue;
    if (slash === "") open += 1;
    else if (open > 0) open -= 1;
    if (open > maxOpen) return true;
  }
  return elements > maxElements;
}
