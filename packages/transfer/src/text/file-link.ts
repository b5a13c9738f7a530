import { rewriteProse } from "./rewrite.ts";

/** Returns the address of a memo's file in its text (SPEC M25), as the app writes it. */
export function fileLink(id: string, filename: string): string {
  const name = encodeURIComponent(filename);
  // An address may contain parentheses only in pairs.
  const safe = isPaired(name) ? name : name.replaceAll("(", "%28").replaceAll(")", "%29");
  return `/file/attachments/${id}/${safe}`;
}

function isPaired(name: string): boolean {
  let open = 0;
  for (const character of name) {
    if (character === "(") open += 1;
    if (character === ")") open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

const named = /(?<file>\/file\/attachments\/[a-zA-Z0-9-]+)\/(?:[^\s()<>]|\([^\s()]*\))+/g;

/** Removes names from the addresses of files in a text; they are optional and have several spellings. */
export function withoutFileNames(text: string): string {
  return rewriteProse(text, named, ({ groups }) => [groups?.["file"] ?? ""])
    .filter((part) => typeof part === "string")
    .join("");
}
