import { rewriteProse } from "./rewrite.ts";

/** The address by which a text shows a file of its memo (SPEC M25), as the app itself writes it. */
export function fileLink(id: string, filename: string): string {
  const name = encodeURIComponent(filename);
  // Parentheses may stand in an address in pairs only.
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

/** Returns a text whose addresses of files have no names, which may be written in many ways or left out. */
export function withoutFileNames(text: string): string {
  return rewriteProse(text, named, ({ groups }) => [groups?.["file"] ?? ""])
    .filter((part) => typeof part === "string")
    .join("");
}
