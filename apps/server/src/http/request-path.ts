/** True for what the API's rules hold for: credentials, rate limits and JSON errors. */
export function isApiPath(url: string): boolean {
  return /^\/api\/v1(?:[/?]|$)/.test(url);
}

/** True for the bytes of attachments, which lie beside the API. */
export function isFilePath(url: string): boolean {
  return /^\/file(?:[/?]|$)/.test(url);
}

/** True for the protocol between devices and the server. */
export function isSyncPath(url: string): boolean {
  return /^\/sync(?:[/?]|$)/.test(url);
}
