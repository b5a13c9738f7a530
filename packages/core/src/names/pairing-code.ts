import { typedCode } from "./typed-code.ts";

/** Characters of a code, five bits each, without the ambiguous I, L, O and U. */
const characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Number of characters; 80 bits. */
const codeLength = 16;
const groupLength = 4;
/** Maximum length of typed input. */
export const maxTypedCodeLength = 64;

/** Returns a new code; all codes are equally likely. */
export function newPairingCode(randomBytes: (count: number) => Uint8Array): string {
  return Array.from(randomBytes(codeLength), (byte) => characters[byte % 32]).join("");
}

/** Normalises typed input with `typedCode`. Returns the code, or null if it is invalid. */
export function readPairingCode(typed: string): string | null {
  if (typed.length > maxTypedCodeLength) return null;
  const code = typedCode(typed);
  return code.length === codeLength && !code.includes("U") ? code : null;
}

/** Formats a code in groups: `7KQ2-M9XB-…`. */
export function pairingCodeInGroups(code: string): string {
  const starts = Array.from({ length: codeLength / groupLength }, (_, i) => i * groupLength);
  return starts.map((start) => code.slice(start, start + groupLength)).join("-");
}
