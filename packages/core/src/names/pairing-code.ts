import { typedCode } from "./typed-code.ts";

/** Five bits each, and none that is taken for another: no I, L, O and U. */
const characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 bits. */
const codeLength = 16;
const groupLength = 4;
/** No code is longer, however it is typed. */
export const maxTypedCodeLength = 64;

/** A new code, each one equally likely. */
export function newPairingCode(randomBytes: (count: number) => Uint8Array): string {
  return Array.from(randomBytes(codeLength), (byte) => characters[byte % 32]).join("");
}

/** The code that was typed (`typedCode`), or null where that is none. */
export function readPairingCode(typed: string): string | null {
  if (typed.length > maxTypedCodeLength) return null;
  const code = typedCode(typed);
  return code.length === codeLength && !code.includes("U") ? code : null;
}

/** A code as it is read and typed: `7KQ2-M9XB-…`. */
export function pairingCodeInGroups(code: string): string {
  const starts = Array.from({ length: codeLength / groupLength }, (_, i) => i * groupLength);
  return starts.map((start) => code.slice(start, start + groupLength)).join("-");
}
