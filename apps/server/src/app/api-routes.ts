import { resourceRoutes } from "../legacy/resources.ts";
import { olderMemoRoutes } from "../legacy/memos.ts";
import { olderSearchRoutes } from "../legacy/search.ts";
import { olderWebhookRoutes } from "../legacy/webhooks.ts";
import { aiRoutes } from "../rest/ai.ts";
import { webhookRoutes } from "../rest/webhook/routes.ts";
import { accessTokenRoutes } from "../legacy/access-tokens.ts";
import { attachmentRoutes } from "../rest/attachment/routes.ts";
import { auditLogRoutes } from "../rest/instance/audit-log-routes.ts";
import { authRoutes } from "../rest/auth/routes.ts";
import { commentRoutes } from "../rest/memo/comment-routes.ts";
import { identityProviderRoutes } from "../rest/auth/identity-provider-routes.ts";
import { instanceRoutes } from "../rest/instance/routes.ts";
import { memoAttachmentRoutes } from "../rest/memo/attachment-routes.ts";
import { memoRoutes } from "../rest/memo/routes.ts";
import { reactionRoutes } from "../rest/reaction/routes.ts";
import { relationRoutes } from "../rest/relation/routes.ts";
import { instanceSettingRoutes } from "../rest/instance/setting-routes.ts";
import { linkMetadataRoutes } from "../rest/memo/link-metadata-routes.ts";
import { notificationRoutes } from "../rest/notifications.ts";
import { ownCredentialRoutes } from "../rest/auth/own-credential-routes.ts";
import { revisionRoutes } from "../rest/memo/revision-routes.ts";
import { instanceStateRoutes } from "../rest/instance/state-routes.ts";
import { setupRoutes } from "../rest/auth/setup-routes.ts";
import { shareRoutes } from "../rest/memo/share-routes.ts";
import { spaceInvitationRoutes } from "../rest/space-invitations.ts";
import { spaceRoutes } from "../rest/spaces.ts";
import { userExportRoutes } from "../rest/user/export-routes.ts";
import { userSettingRoutes } from "../rest/user/setting-routes.ts";
import { userStatsRoutes } from "../rest/user/stats-routes.ts";
import { userRoutes } from "../rest/user/routes.ts";
import { viewRoutes } from "../rest/views.ts";
import type { RestRoutes } from "../rest/shared/rest-route.ts";

/** Plugins mounted under `/api/v1`, one per resource, in the order of the API's document. */
export const apiRoutes: readonly RestRoutes[] = [
  setupRoutes,
  authRoutes,
  accessTokenRoutes,
  memoRoutes,
  memoAttachmentRoutes,
  attachmentRoutes,
  resourceRoutes,
  commentRoutes,
  relationRoutes,
  reactionRoutes,
  revisionRoutes,
  shareRoutes,
  linkMetadataRoutes,
  userRoutes,
  userStatsRoutes,
  userExportRoutes,
  ownCredentialRoutes,
  userSettingRoutes,
  viewRoutes,
  notificationRoutes,
  spaceRoutes,
  spaceInvitationRoutes,
  instanceSettingRoutes,
  auditLogRoutes,
  instanceStateRoutes,
  identityProviderRoutes,
  webhookRoutes,
  aiRoutes,
  olderMemoRoutes,
  olderSearchRoutes,
  olderWebhookRoutes,
  instanceRoutes,
];
