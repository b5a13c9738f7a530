export { serveStdio } from "@modelcontextprotocol/server/stdio";
