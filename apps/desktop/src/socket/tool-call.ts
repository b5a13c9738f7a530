import { type AppError, parseJson, type Result } from "@tidemark/core";
import type { ToolAnswer } from "@tidemark/mcp/tools";
import { z } from "zod";

/** Largest call in bytes: a file of 5 MB in base64. */
export const maxCallBytes = 8 * 1024 * 1024;

/** Call of a tool that an assistant's program sends to the program with the memos. */
export const toolCallSchema = z.object({
  tool: z.string().max(100),
  input: z.unknown(),
  /** Name of the assistant. */
  client: z.string().max(1000),
  canWrite: z.boolean(),
});
export type DeviceToolCall = z.infer<typeof toolCallSchema>;

/** Parses JSON that another program has sent. Returns null if it is invalid. */
export function readJson<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return parseJson(schema, text);
  } catch {
    return null;
  }
}

export type ToolResult = Result<ToolAnswer, AppError>;
