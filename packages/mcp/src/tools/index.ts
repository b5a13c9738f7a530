export { runTool } from "../tool-table.ts";
export type { Picture, ToolAnswer } from "./tool.ts";
export type { ToolPort } from "./tool-port.ts";
