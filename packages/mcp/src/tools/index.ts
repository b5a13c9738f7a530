export { runTool } from "../tool-table.ts";
export type { ToolPort } from "./tool-port.ts";
