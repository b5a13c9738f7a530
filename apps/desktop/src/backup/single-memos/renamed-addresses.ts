const addresses = /\/(memos|file\/attachments)\/([a-zA-Z0-9-]+)/g;

/** Returns the ids in addresses of memos and files within a text. */
export function idsInAddresses(text: string): string[] {
  return [...new Set([...text.matchAll(addresses)].flatMap(([, , id = ""]) => id))];
}

/** Replaces the ids in addresses of memos and files, where a new one is known. */
export function addressesRenamed(text: string, newIds: ReadonlyMap<string, string>): string {
  return text.replace(
    addresses,
    (_address, kind: string, id: string) => `/${kind}/${newIds.get(id) ?? id}`,
  );
}

/** Hides the ids in addresses of memos and files, to compare texts regardless of them. */
export function addressesMasked(text: string): string {
  return text.replace(addresses, (_address, kind: string) => `/${kind}/`);
}
