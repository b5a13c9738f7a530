export { runTool } from "../tool-table.ts";
export type { ToolAnswer } from "./tool.ts";
export type { ToolPort } from "./tool-port.ts";
