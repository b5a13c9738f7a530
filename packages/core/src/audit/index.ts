export { createAuditService, type AuditService } from "./audit-service.ts";
export { noteFailedSignIn } from "./note-failed-sign-in.ts";
