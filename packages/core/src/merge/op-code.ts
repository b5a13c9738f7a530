/** Why the server refused an operation; `applied` when it did not. */
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
