/** Characters of the writing keys on the standard (US) layout, without and with Shift. */
export const usKeys: ReadonlyMap<string, readonly [plain: string, shifted: string]> = new Map([
  ..."abcdefghijklmnopqrstuvwxyz"
    .split("")
    .map((letter): [string, readonly [string, string]] => [
      `Key${letter.toUpperCase()}`,
      [letter, letter.toUpperCase()],
    ]),
  ...")!@#$%^&*("
    .split("")
    .map((shifted, digit): [string, readonly [string, string]] => [
      `Digit${digit}`,
      [`${digit}`, shifted],
    ]),
  ["Backquote", ["`", "~"]],
  ["Minus", ["-", "_"]],
  ["Equal", ["=", "+"]],
  ["BracketLeft", ["[", "{"]],
  ["BracketRight", ["]", "}"]],
  ["Backslash", ["\\", "|"]],
  ["IntlBackslash", ["\\", "|"]],
  ["Semicolon", [";", ":"]],
  ["Quote", ["'", '"']],
  ["Comma", [",", "<"]],
  ["Period", [".", ">"]],
  ["Slash", ["/", "?"]],
]);

/** Returns the physical key of a character on the standard layout; "" if it has none. */
export function usKeyOf(character: string): string {
  return [...usKeys].find(([, written]) => written.includes(character))?.[0] ?? "";
}
