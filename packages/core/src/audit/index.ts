export { createAuditService, type AuditService } from "./audit-service.ts";
export { enterInAuditLog } from "./enter-in-audit-log.ts";
export { noteFailedSignIn } from "./note-failed-sign-in.ts";
