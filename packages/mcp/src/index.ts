export { createMcpHandler } from "@modelcontextprotocol/server";
export { createMcpServer, type McpOptions, type ToolCall } from "./create-mcp-server.ts";
export { runTool, type ToolAnswer, type ToolPort } from "./tools/index.ts";
export { createWriteBudget } from "./write-budget.ts";
