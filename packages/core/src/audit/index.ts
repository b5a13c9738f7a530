export {
  auditActions,
  type AuditAction,
  type AuditEntry,
  type AuditListQuery,
  type AuditLogStore,
  type NewAuditEntry,
  type SignInAddressStore,
} from "./audit-log-store.ts";
export { createAuditService, type AuditService } from "./audit-service.ts";
export { noteFailedSignIn } from "./note-failed-sign-in.ts";
