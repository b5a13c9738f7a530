import type { AppError, Result } from "@tidemark/core";
import type { z } from "zod";
import type { ToolPort } from "./tool-port.ts";

/**
 * Effect of a tool. `read`: changes nothing. `write`: adds or changes something, and an earlier state stays. `remove`:
 * hides a memo, from where it can be restored.
 */
export type ToolEffect = "read" | "write" | "remove";

/** Picture for the model, in base64. */
export interface Picture {
  readonly data: string;
  readonly mimeType: string;
}

/** Outcome of a tool. */
export interface ToolAnswer {
  readonly output: Record<string, unknown>;
  /** Null for most tools, and if there is none. */
  readonly picture: Picture | null;
}

interface ToolOf<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** Instructions for the model. */
  readonly description: string;
  readonly effect: ToolEffect;
  /** True if repeating a call with the same input changes nothing more. */
  readonly isIdempotent: boolean;
  readonly input: Input;
  readonly output: Output;
  run(port: ToolPort, input: z.output<Input>): Promise<Result<z.input<Output>, AppError>>;
  /** Returns the picture that goes with the output. Called after `run` has succeeded. */
  picture?(port: ToolPort, input: z.output<Input>): Promise<Picture | null>;
}

/** Tool for assistants, whatever its input and output. */
export type Tool = ToolOf<z.ZodObject, z.ZodObject>;

/** Returns a tool with checked types of its input and output. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolOf<Input, Output>,
): Tool {
  return tool as unknown as Tool;
}
