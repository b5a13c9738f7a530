export * from "./apply-error.ts";
export type * from "./attachment-access.ts";
export * from "./find-user.ts";
export * from "./memo-limits.ts";
export * from "./read-access.ts";
export * from "./credential-check.ts";
export { type AttachmentLimits, defaultAttachmentLimits } from "./attachment-limits.ts";
export * from "./trash-days.ts";
