/**
 * Returns the settings of an assistant that uses the memos on this computer, as JSON. `folder` is their folder, unless that is
 * the usual one.
 */
export function configForDevice(canWrite: boolean, folder: string | null): string {
  const args = ["mcp", ...(folder === null ? [] : ["--data", folder])];
  return asJson({ command: "tidemark", args: canWrite ? [...args, "--write"] : args });
}

/** Returns the settings of an assistant that uses the memos on a server, as JSON. */
export function configForServer(serverUrl: string, token: string): string {
  const url = new URL("/mcp", serverUrl).href;
  return asJson({ type: "http", url, headers: { Authorization: `Bearer ${token}` } });
}

function asJson(tidemark: object): string {
  return JSON.stringify({ mcpServers: { tidemark } }, null, 2);
}
