/** Returns the settings of an assistant that uses the memos on this computer, as JSON. */
export function configForDevice(canWrite: boolean): string {
  return asJson({ command: "tidemark", args: canWrite ? ["mcp", "--write"] : ["mcp"] });
}

/** Returns the settings of an assistant that uses the memos on a server, as JSON. */
export function configForServer(serverUrl: string, token: string): string {
  const url = new URL("/mcp", serverUrl).href;
  return asJson({ type: "http", url, headers: { Authorization: `Bearer ${token}` } });
}

function asJson(tidemark: object): string {
  return JSON.stringify({ mcpServers: { tidemark } }, null, 2);
}
