import type { Caller } from "@tidemark/core/model";
import { fileTools } from "./tools/file-tools.ts";
import { readTools } from "./tools/read-tools.ts";
import type { Tool } from "./tools/tool.ts";
import { writeTools } from "./tools/write-tools.ts";

const all = [...readTools, ...writeTools, ...fileTools].toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
);
const readOnly = all.filter(({ effect }) => effect === "read");

/** Returns the tools that a caller may use, sorted by name. */
export function toolsFor(caller: Pick<Caller, "scope">): readonly Tool[] {
  return caller.scope === "read" ? readOnly : all;
}
