import { type AppError, appError, err, invalidField, ok, type Result } from "@tidemark/core";
import type { Caller } from "@tidemark/core/model";
import { fileTools } from "./tools/file-tools.ts";
import { readTools } from "./tools/read-tools.ts";
import type { Tool, ToolAnswer } from "./tools/tool.ts";
import type { ToolPort } from "./tools/tool-port.ts";
import { writeTools } from "./tools/write-tools.ts";

const all = [...readTools, ...writeTools, ...fileTools].toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
);
const readOnly = all.filter(({ effect }) => effect === "read");

/** Returns the tools that a caller may use, sorted by name. */
export function toolsFor(caller: Pick<Caller, "scope">): readonly Tool[] {
  return caller.scope === "read" ? readOnly : all;
}

/**
 * Runs a tool for the port's caller. Fails with NOT_FOUND if the caller has no such tool, INVALID_ARGUMENT if the
 * input doesn't fit it, and with the errors of the services.
 */
export async function runTool(
  port: ToolPort,
  name: string,
  input: unknown,
): Promise<Result<ToolAnswer, AppError>> {
  const tool = toolsFor(port.caller).find((each) => each.name === name);
  if (tool === undefined) return err(appError("NOT_FOUND", `there is no tool ${name}`));
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return err(invalidField(issue?.path.join(".") ?? "input", issue?.message ?? "doesn't fit"));
  }
  const done = await tool.run(port, parsed.data);
  if (!done.ok) return done;
  return ok({ output: done.value, picture: (await tool.picture?.(port, parsed.data)) ?? null });
}
