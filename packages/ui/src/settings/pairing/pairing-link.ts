/** The link by which the app on another device offers to connect; the code is typed there as it is here. */
export function pairingLink(serverUrl: string, code: string): string {
  return `tidemark://connect?${new URLSearchParams({ url: serverUrl, code })}`;
}
