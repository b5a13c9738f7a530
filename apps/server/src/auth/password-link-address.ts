/** Path of the form on which people choose a password. */
export const passwordLinkPath = "/choose-password";

/** Returns the address of a link with a code. The code is in the fragment, which isn't sent or logged. */
export function passwordLink(base: string, code: string): string {
  return `${base.replace(/\/+$/, "")}${passwordLinkPath}#code=${encodeURIComponent(code)}`;
}
