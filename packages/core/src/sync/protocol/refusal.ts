import type { OpCode } from "../../merge/op-code.ts";

/** What a refused operation leaves for its author: the reason, and the text as they last saw it. */
export interface Refusal {
  readonly code: Exclude<OpCode, "applied">;
  readonly content: string | null;
}
