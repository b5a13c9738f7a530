/** The address with its scheme; null when it is none. A bare host is taken for https. */
export function parseServerAddress(typed: string): string | null {
  const text = typed.trim();
  // Chromium takes a host with spaces for a good one.
  if (/\s/.test(text)) return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return (protocol === "https:" || protocol === "http:") && hostname !== "" ? address : null;
}
