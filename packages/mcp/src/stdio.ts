export { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
