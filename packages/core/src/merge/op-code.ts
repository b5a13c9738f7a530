/** Result of an operation on the server: `applied`, or the reason for the refusal. */
export const opCodes = [
  "applied",
  "denied",
  "gone",
  "invalid",
  "too-large",
  "missing",
  "missing-base",
  "missing-blob",
  "other-generation",
] as const;

export type OpCode = (typeof opCodes)[number];
