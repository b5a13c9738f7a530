export { createMcpHandler } from "@modelcontextprotocol/server";
export { createMcpServer, type McpOptions } from "./create-mcp-server.ts";
export type { ToolPort } from "./tools/tool-port.ts";
