// Written from the server's OpenAPI document by its tests, which write it anew with `--update`.

export type AccessToken = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly scope: "read" | "write" | "admin" | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
};

export type Attachment = {
  readonly name: string;
  readonly createTime: string;
  readonly filename: string;
  readonly content: string;
  readonly externalLink: string;
  readonly type: string;
  readonly size: string;
  readonly memo?: string;
  readonly motionMedia?: {
    readonly family:
      | "MOTION_MEDIA_FAMILY_UNSPECIFIED"
      | "APPLE_LIVE_PHOTO"
      | "ANDROID_MOTION_PHOTO";
    readonly role: "MOTION_MEDIA_ROLE_UNSPECIFIED" | "STILL" | "VIDEO" | "CONTAINER";
    readonly groupId: string;
    readonly presentationTimestampUs: string;
    readonly hasEmbeddedVideo: boolean;
  };
  readonly mediaMetadata?: {
    readonly width?: number;
    readonly height?: number;
    readonly photo?: {
      readonly captureTime?: { readonly localDateTime: string; readonly utcOffset?: string };
      readonly location?: {
        readonly latitude: number;
        readonly longitude: number;
        readonly altitudeMeters?: number;
      };
      readonly sourceExifOrientation?: number;
      readonly cameraMake?: string;
      readonly cameraModel?: string;
      readonly lensModel?: string;
      readonly fNumber?: number;
      readonly exposureTimeSeconds?: number;
      readonly focalLengthMm?: number;
      readonly iso?: number;
    };
    readonly video?: { readonly durationSeconds: number };
  };
};

export type AuditEntry = {
  readonly id: string;
  readonly time: string;
  readonly action:
    | "signin.failed"
    | "signin.new_address"
    | "token.created"
    | "token.revoked"
    | "password.changed"
    | "password.link_created"
    | "role.raised"
    | "role.lowered"
    | "account.created"
    | "account.archived"
    | "account.restored"
    | "account.closed"
    | "account.purged"
    | "account.signed_out"
    | "share.created"
    | "share.listed"
    | "share.revoked"
    | "invitation.created"
    | "invitation.revoked"
    | "invitation.accepted"
    | "invitation.declined"
    | "export.account"
    | "setting.changed"
    | "export.backup";
  readonly actor: string;
  readonly target: string;
  readonly address: string;
  readonly count?: number;
};

export type CreatedMemo = {
  readonly name: string;
  readonly uid: string;
  readonly state: "NORMAL" | "ARCHIVED";
  readonly creator: string;
  readonly createTime: string;
  readonly displayTime: string;
  readonly updateTime: string;
  readonly deleteTime?: string;
  readonly content: string;
  readonly visibility: "PRIVATE" | "SPACE" | "PROTECTED" | "PUBLIC";
  readonly tags: readonly string[];
  readonly pinned: boolean;
  readonly attachments: readonly Attachment[];
  readonly relations: readonly MemoRelation[];
  readonly reactions: readonly Reaction[];
  readonly property: {
    readonly hasLink: boolean;
    readonly hasTaskList: boolean;
    readonly hasCode: boolean;
    readonly hasIncompleteTasks: boolean;
    readonly title: string;
  };
  readonly parent?: string;
  readonly snippet: string;
  readonly location?: {
    readonly placeholder: string;
    readonly latitude: number;
    readonly longitude: number;
  };
  readonly space?: string;
  readonly id: number;
  readonly rowStatus: "NORMAL" | "ARCHIVED";
  readonly resources: readonly Resource[];
};

export type InstanceBackup = {
  readonly name: string;
  readonly makeTime: string;
  readonly memoCount: number;
  readonly fileCount: number;
  readonly sizeBytes: string;
  readonly fileBytes: string;
};

export type InstanceBackups = {
  readonly folder: string;
  readonly time: string;
  readonly making: boolean;
  readonly kept: readonly InstanceBackup[];
  readonly failure?: string;
};

export type InstanceSetting = {
  readonly name: string;
  readonly generalSetting?: {
    readonly title?: string;
    readonly description?: string;
    readonly logoUrl?: string;
    readonly locale?: string;
    readonly instanceUrl?: string;
    readonly allowSignUp?: boolean;
    readonly disablePasswordLogin?: boolean;
    readonly publicAccess?: boolean;
    readonly allowIndexing?: boolean;
    readonly embedOrigins?: readonly string[];
    readonly additionalScript?: string;
    readonly weekStartDayOffset: number;
    readonly spaceCreation?: "EVERYBODY" | "ADMINISTRATORS";
    readonly disallowUserRegistration: boolean;
    readonly disallowPasswordAuth: boolean;
    readonly disallowChangeUsername: boolean;
    readonly disallowChangeNickname: boolean;
    readonly customProfile: {
      readonly title: string;
      readonly description: string;
      readonly logoUrl: string;
    };
  };
  readonly memoSetting?: {
    readonly contentLengthLimitBytes: number;
    readonly reactions: readonly string[];
    readonly trashRetentionDays: number;
    readonly revisionRetentionDays: number;
  };
  readonly memoRelatedSetting?: {
    readonly contentLengthLimitBytes?: number;
    readonly reactions: readonly string[];
    readonly trashRetentionDays?: number;
    readonly revisionRetentionDays?: number;
    readonly contentLengthLimit: number;
    readonly enableDoubleClickEdit: boolean;
  };
  readonly accessSetting?: {
    readonly accessMode: "INSTANCE_ACCESS_MODE_PRIVATE" | "INSTANCE_ACCESS_MODE_PUBLIC";
  };
  readonly storageSetting?: {
    readonly uploadSizeLimitBytes: number;
    readonly quotaBytesPerUser: number;
    readonly uploadSizeLimitMb: string;
  };
  readonly limitsSetting?: {
    readonly requestsPerHour: number | null;
    readonly anonymousRequestsPerHour: number | null;
  };
  readonly webhooksSetting?: { readonly allowPrivateTargets: boolean };
  readonly aiSetting?: { readonly provider: { readonly baseUrl: string; readonly model: string } };
};

export type InstanceState = {
  readonly version: string;
  readonly commit: string;
  readonly database: {
    readonly driver: "sqlite" | "postgres";
    readonly schema: number;
    readonly sizeBytes: string;
  };
  readonly process: {
    readonly id: string;
    readonly startTime: string;
    readonly openStreams: number;
  };
  readonly sessions: { readonly web: number; readonly device: number };
  readonly disks: readonly { readonly place: string; readonly freeBytes: string }[];
  readonly diskShort: boolean;
  readonly jobs: readonly { readonly job: string; readonly lastSuccessTime: string }[];
  readonly lastBackupTime?: string;
  readonly removalPaused: boolean;
  readonly backups?: InstanceBackups;
  readonly warnings: readonly {
    readonly time: string;
    readonly level: string;
    readonly message: string;
  }[];
};

export type LinkMetadata = {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
};

export type ListedUser = {
  readonly name: string;
  readonly role: "ADMIN" | "USER";
  readonly username: string;
  readonly email: string;
  readonly displayName: string;
  readonly avatarUrl: string;
  readonly description: string;
  readonly state: "NORMAL" | "ARCHIVED";
  readonly createTime: string;
  readonly updateTime: string;
  readonly lastSeenTime?: string;
  readonly sessionCount: number;
  readonly storageBytes: string;
};

export type Memo = {
  readonly name: string;
  readonly uid: string;
  readonly state: "NORMAL" | "ARCHIVED";
  readonly creator: string;
  readonly createTime: string;
  readonly displayTime: string;
  readonly updateTime: string;
  readonly deleteTime?: string;
  readonly content: string;
  readonly visibility: "PRIVATE" | "SPACE" | "PROTECTED" | "PUBLIC";
  readonly tags: readonly string[];
  readonly pinned: boolean;
  readonly attachments: readonly Attachment[];
  readonly relations: readonly MemoRelation[];
  readonly reactions: readonly Reaction[];
  readonly property: {
    readonly hasLink: boolean;
    readonly hasTaskList: boolean;
    readonly hasCode: boolean;
    readonly hasIncompleteTasks: boolean;
    readonly title: string;
  };
  readonly parent?: string;
  readonly snippet: string;
  readonly location?: {
    readonly placeholder: string;
    readonly latitude: number;
    readonly longitude: number;
  };
  readonly space?: string;
};

export type MemoRelation = {
  readonly memo: { readonly name: string; readonly snippet: string };
  readonly relatedMemo: { readonly name: string; readonly snippet: string };
  readonly type: "REFERENCE" | "COMMENT";
};

export type MemoShare = {
  readonly name: string;
  readonly createTime: string;
  readonly expireTime?: string;
};

export type MemoView = {
  readonly name: string;
  readonly title: string;
  readonly filter: string;
  readonly icon?: { readonly emoji?: string; readonly lucide?: string };
};

export type Notification = {
  readonly name: string;
  readonly sender: string;
  readonly status: "UNREAD" | "ARCHIVED";
  readonly createTime: string;
  readonly type: "MEMO_COMMENT" | "MEMO_MENTION" | "MEMO_SHARE" | "WEBHOOK_GONE";
  readonly memo: string;
  readonly relatedMemo?: string;
  readonly snippet: string;
};

export type OlderMemo = {
  readonly id: number;
  readonly name: string;
  readonly uid: string;
  readonly rowStatus: "NORMAL" | "ARCHIVED";
  readonly creator: string;
  readonly createTime: string;
  readonly updateTime: string;
  readonly displayTime: string;
  readonly content: string;
  readonly visibility: "PRIVATE" | "SPACE" | "PROTECTED" | "PUBLIC";
  readonly pinned: boolean;
  readonly resources: readonly Resource[];
  readonly relations: readonly MemoRelation[];
  readonly tags: readonly string[];
};

export type OlderUser = {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly role: "HOST" | "ADMIN" | "USER";
  readonly email: string;
  readonly nickname: string;
  readonly avatarUrl: string;
  readonly createTime: string;
  readonly updateTime: string;
};

export type OlderWebhook = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly events: readonly (
    | "memo.created"
    | "memo.updated"
    | "memo.deleted"
    | "memo.comment.created"
  )[];
  readonly createTime: string;
  readonly updateTime: string;
  readonly signingSecretSet: boolean;
};

export type PersonalAccessToken = {
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
};

export type PurgedThings = {
  readonly memos: number;
  readonly comments: number;
  readonly commentsByOthers: number;
  readonly attachments: number;
  readonly memosWithReactions: number;
  readonly shareLinks: number;
  readonly webhooks: number;
  readonly accessTokens: number;
};

export type Reaction = {
  readonly name: string;
  readonly creator: string;
  readonly contentId: string;
  readonly reactionType: string;
  readonly createTime: string;
};

export type Resource = {
  readonly id: number;
  readonly name: string;
  readonly uid: string;
  readonly createTime: string;
  readonly filename: string;
  readonly type: string;
  readonly size: number;
  readonly linkedMemos: readonly string[];
};

export type Revision = {
  readonly name: string;
  readonly createTime: string;
  readonly author: string;
  readonly device: string;
  readonly reason: "edit" | "merge" | "overwrite" | "restore";
  readonly content: string;
};

export type Session = {
  readonly name: string;
  readonly createTime: string;
  readonly lastUsedTime: string;
  readonly clientInfo: { readonly userAgent: string };
};

export type Shortcut = { readonly name: string; readonly title: string; readonly filter: string };

export type Space = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly createTime: string;
  readonly currentUserRole: "ROLE_UNSPECIFIED" | "ADMIN" | "USER";
  readonly memberCount: number;
};

export type SpaceInvitation = {
  readonly name: string;
  readonly invitee: string;
  readonly role: "ADMIN" | "USER";
  readonly space: Space;
  readonly createTime: string;
  readonly expireTime: string;
};

export type SpaceMember = {
  readonly name: string;
  readonly user: string;
  readonly role: "ADMIN" | "USER";
};

export type User = {
  readonly name: string;
  readonly role: "ADMIN" | "USER";
  readonly username: string;
  readonly email: string;
  readonly displayName: string;
  readonly avatarUrl: string;
  readonly description: string;
  readonly state: "NORMAL" | "ARCHIVED";
  readonly createTime: string;
  readonly updateTime: string;
};

export type UserInBothForms = {
  readonly name: string;
  readonly role: "ADMIN" | "USER";
  readonly username: string;
  readonly email: string;
  readonly displayName: string;
  readonly avatarUrl: string;
  readonly description: string;
  readonly state: "NORMAL" | "ARCHIVED";
  readonly createTime: string;
  readonly updateTime: string;
  readonly id: number;
  readonly nickname: string;
};

export type UserSetting = {
  readonly name: string;
  readonly generalSetting?: {
    readonly locale: string;
    readonly memoVisibility: "" | "PRIVATE" | "PROTECTED" | "PUBLIC";
    readonly theme: string;
    readonly saveMediaMetadata: boolean;
  };
  readonly webhooksSetting?: { readonly webhooks: readonly Webhook[] };
  readonly tagsSetting?: {
    readonly tags: Readonly<
      Record<
        string,
        {
          readonly backgroundColor?: {
            readonly red: number;
            readonly green: number;
            readonly blue: number;
            readonly alpha?: number;
          };
          readonly blurContent: boolean;
        }
      >
    >;
  };
};

export type UserStats = {
  readonly name: string;
  readonly memoTypeStats: {
    readonly linkCount: number;
    readonly codeCount: number;
    readonly todoCount: number;
    readonly undoCount: number;
  };
  readonly tagCount: Readonly<Record<string, number>>;
  readonly memoCreatedTimestamps: readonly string[];
  readonly memoUpdatedTimestamps: readonly string[];
  readonly pinnedMemos: readonly string[];
  readonly totalMemoCount: number;
};

export type Webhook = {
  readonly name: string;
  readonly url: string;
  readonly displayName: string;
  readonly createTime: string;
  readonly updateTime: string;
  readonly signingSecretSet: boolean;
  readonly events: readonly (
    | "memo.created"
    | "memo.updated"
    | "memo.deleted"
    | "memo.comment.created"
  )[];
};

export type WebhookDelivery = {
  readonly id: string;
  readonly event:
    | "memo.created"
    | "memo.updated"
    | "memo.deleted"
    | "memo.comment.created"
    | "webhook.test";
  readonly createTime: string;
  readonly state: "PENDING" | "DELIVERED" | "FAILED";
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string;
};

/** Every operation that takes and answers JSON, by method and path. */
export interface Operations {
  /** Create the first administrator. */
  "POST /api/v1/setup": {
    readonly request: {
      readonly body: {
        readonly code: string;
        readonly username: string;
        readonly password: string;
      };
    };
    readonly answer: {
      readonly accessToken: string;
      readonly accessTokenExpiresAt: string;
      readonly user: User;
    };
  };
  /** Sign in. */
  "POST /api/v1/auth/signin": {
    readonly request: {
      readonly body: {
        readonly username?: string;
        readonly password?: string;
        readonly passwordCredentials?: {
          readonly username: string;
          readonly password: string;
        } | null;
      };
    };
    readonly answer: {
      readonly accessToken: string;
      readonly accessTokenExpiresAt: string;
      readonly user: User;
    };
  };
  /** Sign up, where that is allowed. */
  "POST /api/v1/auth/signup": {
    readonly request: { readonly body: { readonly username: string; readonly password: string } };
    readonly answer: {
      readonly accessToken: string;
      readonly accessTokenExpiresAt: string;
      readonly user: User;
    };
  };
  /** Get a new access token for the session in the cookie. */
  "POST /api/v1/auth/refresh": {
    readonly request: {};
    readonly answer: { readonly accessToken: string; readonly accessTokenExpiresAt: string };
  };
  /** End the session. */
  "POST /api/v1/auth/signout": {
    readonly request: {};
    readonly answer: Record<string, never>;
  };
  /** Get the current user. */
  "GET /api/v1/auth/me": {
    readonly request: {};
    readonly answer: { readonly user: User };
  };
  /** Get the current user. */
  "GET /api/v1/auth/status": {
    readonly request: {};
    readonly answer: { readonly user: OlderUser };
  };
  /** Get the current user, in both forms. */
  "POST /api/v1/auth/status": {
    readonly request: {};
    readonly answer: UserInBothForms;
  };
  /** Create an access token. */
  "POST /api/v1/access-tokens": {
    readonly request: {
      readonly body: {
        readonly name: string;
        readonly description?: string | null;
        readonly expiresAt?: string | null;
        readonly scope?: string | number | null;
      };
    };
    readonly answer: {
      readonly id: string;
      readonly name: string;
      readonly description: string;
      readonly scope: "read" | "write" | "admin" | null;
      readonly createdAt: string;
      readonly expiresAt: string | null;
      readonly lastUsedAt: string | null;
      readonly accessToken: string;
    };
  };
  /** List access tokens. */
  "GET /api/v1/access-tokens": {
    readonly request: {
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly data: readonly AccessToken[]; readonly nextPageToken: string };
  };
  /** Get an access token. */
  "GET /api/v1/access-tokens/{id}": {
    readonly request: { readonly params: { readonly id: string } };
    readonly answer: AccessToken;
  };
  /** Revoke an access token. */
  "DELETE /api/v1/access-tokens/{id}": {
    readonly request: { readonly params: { readonly id: string } };
    readonly answer: Record<string, never>;
  };
  /** List memos. */
  "GET /api/v1/memos": {
    readonly request: {
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
        readonly state?: string | number | boolean | undefined;
        readonly orderBy?: string | number | boolean | undefined;
        readonly filter?: string | number | boolean | undefined;
        readonly showDeleted?: string | number | boolean | undefined;
        readonly explain?: string | number | boolean | undefined;
        readonly page?: string | number | boolean | undefined;
        readonly limit?: string | number | boolean | undefined;
        readonly tag?: string | number | boolean | undefined;
        readonly visibility?: string | number | boolean | undefined;
        readonly order?: string | number | boolean | undefined;
      };
    };
    readonly answer:
      | {
          readonly memos: readonly Memo[];
          readonly nextPageToken: string;
          readonly explanation?: {
            readonly driver: string;
            readonly usesTextIndex: boolean;
            readonly place: "here" | "stepped" | "worker";
            readonly rows: number | null;
            readonly sql: string | null;
            readonly plan: readonly string[];
          };
        }
      | { readonly data: readonly OlderMemo[]; readonly nextPageToken: string };
  };
  /** Create a memo. */
  "POST /api/v1/memos": {
    readonly request: {
      readonly query?: { readonly memoId?: string | number | boolean | undefined };
      readonly body: {
        readonly content?: string | null;
        readonly state?: string | number | null;
        readonly visibility?: string | number | null;
        readonly pinned?: boolean | null;
        readonly location?: {
          readonly placeholder?: string | null;
          readonly latitude?: number | string | null;
          readonly longitude?: number | string | null;
        } | null;
        readonly space?: string | null;
        readonly createTime?: string | null;
        readonly updateTime?: string | null;
        readonly attachments?: readonly { readonly name: string }[] | null;
        readonly relations?:
          | readonly {
              readonly memo?: { readonly name: string } | null;
              readonly relatedMemo: { readonly name: string };
              readonly type?: string | number | null;
            }[]
          | null;
        readonly rowStatus?: string | number | null;
        readonly displayTime?: string | null;
        readonly resources?: readonly { readonly name: string }[] | null;
      };
    };
    readonly answer: CreatedMemo;
  };
  /** Get a memo. */
  "GET /api/v1/memos/{memo}": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: { readonly showDeleted?: string | number | boolean | undefined };
    };
    readonly answer: Memo | OlderMemo;
  };
  /** Update a memo. */
  "PATCH /api/v1/memos/{memo}": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: {
        readonly content?: string | null;
        readonly state?: string | number | null;
        readonly visibility?: string | number | null;
        readonly pinned?: boolean | null;
        readonly location?: {
          readonly placeholder?: string | null;
          readonly latitude?: number | string | null;
          readonly longitude?: number | string | null;
        } | null;
        readonly space?: string | null;
        readonly createTime?: string | null;
        readonly updateTime?: string | null;
        readonly attachments?: readonly { readonly name: string }[] | null;
        readonly relations?:
          | readonly {
              readonly memo?: { readonly name: string } | null;
              readonly relatedMemo: { readonly name: string };
              readonly type?: string | number | null;
            }[]
          | null;
        readonly rowStatus?: string | number | null;
        readonly displayTime?: string | null;
        readonly resources?: readonly { readonly name: string }[] | null;
      };
    };
    readonly answer: Memo | OlderMemo;
  };
  /** Move a memo to the trash, or with `force` remove it for good. */
  "DELETE /api/v1/memos/{memo}": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: { readonly force?: string | number | boolean | undefined };
    };
    readonly answer: Record<string, never>;
  };
  /** Bring a memo back from the trash. */
  "POST /api/v1/memos/{memo}:restore": {
    readonly request: { readonly params: { readonly memo: string } };
    readonly answer: Memo;
  };
  /** List the attachments of a memo, in their order. */
  "GET /api/v1/memos/{memo}/attachments": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: {
      readonly attachments: readonly Attachment[];
      readonly nextPageToken: string;
    };
  };
  /** Replace all attachments of a memo. */
  "PATCH /api/v1/memos/{memo}/attachments": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly body: { readonly attachments?: readonly { readonly name: string }[] | null };
    };
    readonly answer: Record<string, never>;
  };
  /** List your attachments. */
  "GET /api/v1/attachments": {
    readonly request: {
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
        readonly filter?: string | number | boolean | undefined;
        readonly orderBy?: string | number | boolean | undefined;
      };
    };
    readonly answer: {
      readonly attachments: readonly Attachment[];
      readonly nextPageToken: string;
    };
  };
  /** Create an attachment from `content` (base64) or `externalLink` (https). */
  "POST /api/v1/attachments": {
    readonly request: {
      readonly query?: { readonly attachmentId?: string | number | boolean | undefined };
      readonly body: {
        readonly filename?: string | null;
        readonly type?: string | null;
        readonly content?: string | null;
        readonly externalLink?: string | null;
        readonly memo?: string | null;
        readonly motionMedia?: {
          readonly family?: string | number | null;
          readonly role?: string | number | null;
          readonly groupId?: string;
          readonly presentationTimestampUs?: string | number;
        } | null;
        readonly mediaMetadata?: {
          readonly width?: number | string;
          readonly height?: number | string;
          readonly photo?: {
            readonly captureTime?: { readonly localDateTime: string; readonly utcOffset?: string };
            readonly location?: {
              readonly latitude: number | string;
              readonly longitude: number | string;
              readonly altitudeMeters?: number | string;
            };
            readonly sourceExifOrientation?: number | string;
            readonly cameraMake?: string;
            readonly cameraModel?: string;
            readonly lensModel?: string;
            readonly fNumber?: number | string;
            readonly exposureTimeSeconds?: number | string;
            readonly focalLengthMm?: number | string;
            readonly iso?: number | string;
          };
          readonly video?: { readonly durationSeconds: number | string };
        } | null;
      };
    };
    readonly answer: Attachment;
  };
  /** Get an attachment. */
  "GET /api/v1/attachments/{attachment}": {
    readonly request: { readonly params: { readonly attachment: string } };
    readonly answer: Attachment;
  };
  /** Rename an attachment, or change its memo. */
  "PATCH /api/v1/attachments/{attachment}": {
    readonly request: {
      readonly params: { readonly attachment: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: { readonly filename?: string | null; readonly memo?: string | null };
    };
    readonly answer: Attachment;
  };
  /** Delete an attachment. */
  "DELETE /api/v1/attachments/{attachment}": {
    readonly request: { readonly params: { readonly attachment: string } };
    readonly answer: Record<string, never>;
  };
  /** Delete attachments, all of them or none. */
  "POST /api/v1/attachments:batchDelete": {
    readonly request: { readonly body: { readonly names: readonly string[] } };
    readonly answer: Record<string, never>;
  };
  /** Upload a file: a form with `file`, or JSON with `content` or `blob` (base64). */
  "POST /api/v1/resources": {
    readonly request: {
      readonly body: {
        readonly filename?: string | null;
        readonly type?: string | null;
        readonly content?: string | null;
        readonly externalLink?: string | null;
        readonly memo?: string | null;
        readonly motionMedia?: {
          readonly family?: string | number | null;
          readonly role?: string | number | null;
          readonly groupId?: string;
          readonly presentationTimestampUs?: string | number;
        } | null;
        readonly mediaMetadata?: {
          readonly width?: number | string;
          readonly height?: number | string;
          readonly photo?: {
            readonly captureTime?: { readonly localDateTime: string; readonly utcOffset?: string };
            readonly location?: {
              readonly latitude: number | string;
              readonly longitude: number | string;
              readonly altitudeMeters?: number | string;
            };
            readonly sourceExifOrientation?: number | string;
            readonly cameraMake?: string;
            readonly cameraModel?: string;
            readonly lensModel?: string;
            readonly fNumber?: number | string;
            readonly exposureTimeSeconds?: number | string;
            readonly focalLengthMm?: number | string;
            readonly iso?: number | string;
          };
          readonly video?: { readonly durationSeconds: number | string };
        } | null;
        readonly blob?: string | null;
      };
    };
    readonly answer: Resource;
  };
  /** List your resources, newest first. */
  "GET /api/v1/resources": {
    readonly request: {
      readonly query?: {
        readonly page?: string | number | boolean | undefined;
        readonly limit?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly data: readonly Resource[]; readonly nextPageToken: string };
  };
  /** Delete a resource. */
  "DELETE /api/v1/resources/{resource}": {
    readonly request: { readonly params: { readonly resource: string } };
    readonly answer: Record<string, never>;
  };
  /** List the resources of a memo, in their order. */
  "GET /api/v1/memos/{memo}/resources": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly resources: readonly Resource[]; readonly nextPageToken: string };
  };
  /** Replace all resources of a memo. */
  "PATCH /api/v1/memos/{memo}/resources": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly body: { readonly resources?: readonly { readonly name: string }[] | null };
    };
    readonly answer: Record<string, never>;
  };
  /** List the comments on a memo, newest first unless ordered. */
  "GET /api/v1/memos/{memo}/comments": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
        readonly orderBy?: string | number | boolean | undefined;
      };
    };
    readonly answer: {
      readonly memos: readonly Memo[];
      readonly nextPageToken: string;
      readonly totalSize: number;
    };
  };
  /** Comment on a memo. */
  "POST /api/v1/memos/{memo}/comments": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: { readonly commentId?: string | number | boolean | undefined };
      readonly body: {
        readonly content?: string | null;
        readonly state?: string | number | null;
        readonly visibility?: string | number | null;
        readonly pinned?: boolean | null;
        readonly location?: {
          readonly placeholder?: string | null;
          readonly latitude?: number | string | null;
          readonly longitude?: number | string | null;
        } | null;
        readonly space?: string | null;
        readonly createTime?: string | null;
        readonly updateTime?: string | null;
        readonly attachments?: readonly { readonly name: string }[] | null;
        readonly relations?:
          | readonly {
              readonly memo?: { readonly name: string } | null;
              readonly relatedMemo: { readonly name: string };
              readonly type?: string | number | null;
            }[]
          | null;
        readonly rowStatus?: string | number | null;
        readonly displayTime?: string | null;
        readonly resources?: readonly { readonly name: string }[] | null;
      };
    };
    readonly answer: Memo;
  };
  /** List the relations of a memo, both directions. */
  "GET /api/v1/memos/{memo}/relations": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: {
      readonly relations: readonly MemoRelation[];
      readonly nextPageToken: string;
    };
  };
  /** Replace the references of a memo; comments and the memo itself are ignored. */
  "PATCH /api/v1/memos/{memo}/relations": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly body: {
        readonly relations?:
          | readonly {
              readonly memo?: { readonly name: string } | null;
              readonly relatedMemo: { readonly name: string };
              readonly type?: string | number | null;
            }[]
          | null;
      };
    };
    readonly answer: Record<string, never>;
  };
  /** List the reactions to a memo, oldest first. */
  "GET /api/v1/memos/{memo}/reactions": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly reactions: readonly Reaction[]; readonly nextPageToken: string };
  };
  /** React to a memo; repeating a reaction returns the existing one. */
  "POST /api/v1/memos/{memo}/reactions": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly body: {
        readonly reaction: { readonly reactionType: string; readonly contentId?: string | null };
      };
    };
    readonly answer: Reaction;
  };
  /** Delete a reaction. */
  "DELETE /api/v1/memos/{memo}/reactions/{reaction}": {
    readonly request: { readonly params: { readonly memo: string; readonly reaction: string } };
    readonly answer: Record<string, never>;
  };
  /** List the revisions of a memo, newest first. */
  "GET /api/v1/memos/{memo}/revisions": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly revisions: readonly Revision[]; readonly nextPageToken: string };
  };
  /** Restore a revision of a memo. */
  "POST /api/v1/memos/{memo}/revisions/{revision}:restore": {
    readonly request: { readonly params: { readonly memo: string; readonly revision: string } };
    readonly answer: Memo;
  };
  /** Create a share link for a memo. */
  "POST /api/v1/memos/{memo}/shares": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly body: { readonly expireTime?: string | null };
    };
    readonly answer: MemoShare;
  };
  /** List the share links of a memo, oldest first. */
  "GET /api/v1/memos/{memo}/shares": {
    readonly request: {
      readonly params: { readonly memo: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly memoShares: readonly MemoShare[]; readonly nextPageToken: string };
  };
  /** Revoke a share link. */
  "DELETE /api/v1/memos/{memo}/shares/{share}": {
    readonly request: { readonly params: { readonly memo: string; readonly share: string } };
    readonly answer: Record<string, never>;
  };
  /** Get the memo of a share link. */
  "GET /api/v1/shares/{token}/memo": {
    readonly request: { readonly params: { readonly token: string } };
    readonly answer: Memo;
  };
  /** Get the metadata of a web page. */
  "GET /api/v1/memos/-/linkMetadata": {
    readonly request: { readonly query: { readonly url: string | number | boolean | undefined } };
    readonly answer: LinkMetadata;
  };
  /** Get the metadata of up to ten pages; pages that don't respond are omitted. */
  "POST /api/v1/memos/-/linkMetadata:batchGet": {
    readonly request: { readonly body: { readonly urls: readonly string[] } };
    readonly answer: { readonly linkMetadata: readonly LinkMetadata[] };
  };
  /** List accounts, for administrators. */
  "GET /api/v1/users": {
    readonly request: {
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
        readonly filter?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly users: readonly ListedUser[]; readonly nextPageToken: string };
  };
  /** Create an account, for administrators; with validateOnly only check it. */
  "POST /api/v1/users": {
    readonly request: {
      readonly query?: { readonly validateOnly?: string | number | boolean | undefined };
      readonly body: {
        readonly displayName?: string | null;
        readonly email?: string | null;
        readonly avatarUrl?: string | null;
        readonly description?: string | null;
        readonly username: string;
        readonly password: string;
        readonly role?: string | number | null;
      };
    };
    readonly answer: User;
  };
  /** Get up to 100 accounts by name; missing ones are omitted. */
  "POST /api/v1/users:batchGet": {
    readonly request: { readonly body: { readonly usernames: readonly string[] } };
    readonly answer: { readonly users: readonly User[] };
  };
  /** Get an account. */
  "GET /api/v1/users/{user}": {
    readonly request: { readonly params: { readonly user: string } };
    readonly answer: User;
  };
  /** Update an account; changing your own password requires `currentPassword`. */
  "PATCH /api/v1/users/{user}": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: {
        readonly displayName?: string | null;
        readonly email?: string | null;
        readonly avatarUrl?: string | null;
        readonly description?: string | null;
        readonly password?: string | null;
        readonly role?: string | number | null;
        readonly state?: string | number | null;
        readonly currentPassword?: string | null;
        readonly nickname?: string | null;
      };
    };
    readonly answer: User | OlderUser;
  };
  /** Close an account; its memos go to the trash, or with `purge` are removed for good. */
  "DELETE /api/v1/users/{user}": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: { readonly purge?: string | number | boolean | undefined };
    };
    readonly answer: { readonly purged?: PurgedThings };
  };
  /** Get statistics of a user's memos. */
  "GET /api/v1/users/{user}:getStats": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: {
        readonly filter?: string | number | boolean | undefined;
        readonly state?: string | number | boolean | undefined;
      };
    };
    readonly answer: UserStats;
  };
  /** List statistics of all users' memos. */
  "GET /api/v1/users:stats": {
    readonly request: {
      readonly query?: {
        readonly filter?: string | number | boolean | undefined;
        readonly state?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly stats: readonly UserStats[] };
  };
  /** List where one is signed in, last used first; for administrators, where anyone is. */
  "GET /api/v1/users/{user}/sessions": {
    readonly request: { readonly params: { readonly user: string } };
    readonly answer: { readonly sessions: readonly Session[] };
  };
  /** End a session immediately; for administrators, anyone's. */
  "DELETE /api/v1/users/{user}/sessions/{session}": {
    readonly request: { readonly params: { readonly user: string; readonly session: string } };
    readonly answer: Record<string, never>;
  };
  /** End all sessions and tokens of an account, for administrators. */
  "POST /api/v1/users/{user}:signOut": {
    readonly request: { readonly params: { readonly user: string } };
    readonly answer: Record<string, never>;
  };
  /** Create a one-time link for choosing a password, for administrators. */
  "POST /api/v1/users/{user}:createPasswordLink": {
    readonly request: { readonly params: { readonly user: string } };
    readonly answer: { readonly link: string; readonly expireTime: string };
  };
  /** Create an access token for yourself; its value is only in this response. */
  "POST /api/v1/users/{user}/personalAccessTokens": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly body: {
        readonly description?: string | null;
        readonly expiresInDays?: number | string | null;
        readonly scope?: string | number | null;
      };
    };
    readonly answer: { readonly personalAccessToken: PersonalAccessToken; readonly token: string };
  };
  /** List your access tokens, newest first. */
  "GET /api/v1/users/{user}/personalAccessTokens": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: {
      readonly personalAccessTokens: readonly PersonalAccessToken[];
      readonly nextPageToken: string;
    };
  };
  /** Revoke one of your access tokens. */
  "DELETE /api/v1/users/{user}/personalAccessTokens/{id}": {
    readonly request: { readonly params: { readonly user: string; readonly id: string } };
    readonly answer: Record<string, never>;
  };
  /** List one's settings. */
  "GET /api/v1/users/{user}/settings": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly settings: readonly UserSetting[]; readonly nextPageToken: string };
  };
  /** Get a setting: GENERAL, WEBHOOKS or TAGS. */
  "GET /api/v1/users/{user}/settings/{setting}": {
    readonly request: { readonly params: { readonly user: string; readonly setting: string } };
    readonly answer: UserSetting;
  };
  /** Update a setting; mask paths with or without the setting's name. */
  "PATCH /api/v1/users/{user}/settings/{setting}": {
    readonly request: {
      readonly params: { readonly user: string; readonly setting: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: {
        readonly name?: string | null;
        readonly generalSetting?: Readonly<Record<string, unknown>> | null;
        readonly tagsSetting?: Readonly<Record<string, unknown>> | null;
        readonly webhooksSetting?: Readonly<Record<string, unknown>> | null;
      };
    };
    readonly answer: UserSetting;
  };
  /** List one's shortcuts, oldest first. */
  "GET /api/v1/users/{user}/shortcuts": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly shortcuts: readonly Shortcut[]; readonly nextPageToken: string };
  };
  /** Create a shortcut; with validateOnly only check it. */
  "POST /api/v1/users/{user}/shortcuts": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: { readonly validateOnly?: string | number | boolean | undefined };
      readonly body: {
        readonly title?: string | null;
        readonly filter?: string | null;
        readonly icon?: { readonly emoji?: string | null; readonly lucide?: string | null } | null;
      };
    };
    readonly answer: Shortcut;
  };
  /** Get a shortcut. */
  "GET /api/v1/users/{user}/shortcuts/{shortcut}": {
    readonly request: { readonly params: { readonly user: string; readonly shortcut: string } };
    readonly answer: Shortcut;
  };
  /** Update a shortcut. */
  "PATCH /api/v1/users/{user}/shortcuts/{shortcut}": {
    readonly request: {
      readonly params: { readonly user: string; readonly shortcut: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: {
        readonly title?: string | null;
        readonly filter?: string | null;
        readonly icon?: { readonly emoji?: string | null; readonly lucide?: string | null } | null;
      };
    };
    readonly answer: Shortcut;
  };
  /** Delete a shortcut. */
  "DELETE /api/v1/users/{user}/shortcuts/{shortcut}": {
    readonly request: { readonly params: { readonly user: string; readonly shortcut: string } };
    readonly answer: Record<string, never>;
  };
  /** List one's views, oldest first. */
  "GET /api/v1/users/{user}/views": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly memoViews: readonly MemoView[]; readonly nextPageToken: string };
  };
  /** Create a view; with validateOnly only check it. */
  "POST /api/v1/users/{user}/views": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: { readonly validateOnly?: string | number | boolean | undefined };
      readonly body: {
        readonly title?: string | null;
        readonly filter?: string | null;
        readonly icon?: { readonly emoji?: string | null; readonly lucide?: string | null } | null;
      };
    };
    readonly answer: MemoView;
  };
  /** Get a view. */
  "GET /api/v1/users/{user}/views/{view}": {
    readonly request: { readonly params: { readonly user: string; readonly view: string } };
    readonly answer: MemoView;
  };
  /** Update a view. */
  "PATCH /api/v1/users/{user}/views/{view}": {
    readonly request: {
      readonly params: { readonly user: string; readonly view: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: {
        readonly title?: string | null;
        readonly filter?: string | null;
        readonly icon?: { readonly emoji?: string | null; readonly lucide?: string | null } | null;
      };
    };
    readonly answer: MemoView;
  };
  /** Delete a view. */
  "DELETE /api/v1/users/{user}/views/{view}": {
    readonly request: { readonly params: { readonly user: string; readonly view: string } };
    readonly answer: Record<string, never>;
  };
  /** List one's notifications, newest first. */
  "GET /api/v1/users/{user}/notifications": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: {
      readonly notifications: readonly Notification[];
      readonly nextPageToken: string;
    };
  };
  /** Archive or restore a notification. */
  "PATCH /api/v1/users/{user}/notifications/{notification}": {
    readonly request: {
      readonly params: { readonly user: string; readonly notification: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: { readonly status?: string | number | null };
    };
    readonly answer: Notification;
  };
  /** Delete a notification. */
  "DELETE /api/v1/users/{user}/notifications/{notification}": {
    readonly request: { readonly params: { readonly user: string; readonly notification: string } };
    readonly answer: Record<string, never>;
  };
  /** List the caller's spaces; administrators see all. */
  "GET /api/v1/spaces": {
    readonly request: {
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly spaces: readonly Space[]; readonly nextPageToken: string };
  };
  /** Create a space and become its administrator. */
  "POST /api/v1/spaces": {
    readonly request: {
      readonly query?: { readonly spaceId?: string | number | boolean | undefined };
      readonly body: {
        readonly title: string;
        readonly description?: string | null;
        readonly spaceId?: string | null;
      };
    };
    readonly answer: Space;
  };
  /** Get a space. */
  "GET /api/v1/spaces/{space}": {
    readonly request: { readonly params: { readonly space: string } };
    readonly answer: Space;
  };
  /** Update a space. */
  "PATCH /api/v1/spaces/{space}": {
    readonly request: {
      readonly params: { readonly space: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: { readonly title?: string | null; readonly description?: string | null };
    };
    readonly answer: Space;
  };
  /** Delete a space; its memos stay with their creators. */
  "DELETE /api/v1/spaces/{space}": {
    readonly request: { readonly params: { readonly space: string } };
    readonly answer: Record<string, never>;
  };
  /** List the members of a space. */
  "GET /api/v1/spaces/{space}/members": {
    readonly request: {
      readonly params: { readonly space: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: {
      readonly members: readonly { readonly user: string; readonly role: "ADMIN" | "USER" }[];
      readonly spaceMembers: readonly SpaceMember[];
      readonly nextPageToken: string;
    };
  };
  /** Add a member (USER by default), or change a member's role. */
  "POST /api/v1/spaces/{space}/members": {
    readonly request: {
      readonly params: { readonly space: string };
      readonly body: { readonly user: string; readonly role?: string | number | null };
    };
    readonly answer: SpaceMember;
  };
  /** Get a member of a space. */
  "GET /api/v1/spaces/{space}/members/{user}": {
    readonly request: { readonly params: { readonly space: string; readonly user: string } };
    readonly answer: SpaceMember;
  };
  /** Change the role of a member. */
  "PATCH /api/v1/spaces/{space}/members/{user}": {
    readonly request: {
      readonly params: { readonly space: string; readonly user: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: { readonly role?: string | number | null };
    };
    readonly answer: SpaceMember;
  };
  /** Remove a member, or leave. */
  "DELETE /api/v1/spaces/{space}/members/{user}": {
    readonly request: { readonly params: { readonly space: string; readonly user: string } };
    readonly answer: Record<string, never>;
  };
  /** List the open invitations to a space, for its administrators. */
  "GET /api/v1/spaces/{space}/invitations": {
    readonly request: {
      readonly params: { readonly space: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: {
      readonly spaceInvitations: readonly SpaceInvitation[];
      readonly nextPageToken: string;
    };
  };
  /** Invite a user to a space; without a role as USER. */
  "POST /api/v1/spaces/{space}/invitations": {
    readonly request: {
      readonly params: { readonly space: string };
      readonly body: { readonly invitee: string; readonly role?: string | number | null };
    };
    readonly answer: SpaceInvitation;
  };
  /** Get an invitation, for the invited user and the space's administrators. */
  "GET /api/v1/spaces/{space}/invitations/{invitation}": {
    readonly request: { readonly params: { readonly space: string; readonly invitation: string } };
    readonly answer: SpaceInvitation;
  };
  /** Withdraw an invitation. */
  "DELETE /api/v1/spaces/{space}/invitations/{invitation}": {
    readonly request: { readonly params: { readonly space: string; readonly invitation: string } };
    readonly answer: Record<string, never>;
  };
  /** Accept your invitation and become a member. */
  "POST /api/v1/spaces/{space}/invitations/{invitation}:accept": {
    readonly request: { readonly params: { readonly space: string; readonly invitation: string } };
    readonly answer: SpaceMember;
  };
  /** Decline your invitation. */
  "POST /api/v1/spaces/{space}/invitations/{invitation}:decline": {
    readonly request: { readonly params: { readonly space: string; readonly invitation: string } };
    readonly answer: Record<string, never>;
  };
  /** List your open invitations. */
  "GET /api/v1/users/{user}/spaceInvitations": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
      };
    };
    readonly answer: {
      readonly spaceInvitations: readonly SpaceInvitation[];
      readonly nextPageToken: string;
    };
  };
  /** Get a setting: GENERAL, MEMO, MEMO_RELATED, ACCESS, STORAGE, LIMITS, WEBHOOKS or AI. */
  "GET /api/v1/instance/settings/{key}": {
    readonly request: { readonly params: { readonly key: string } };
    readonly answer: InstanceSetting;
  };
  /** Update a setting; the provider's key is never read back. */
  "PATCH /api/v1/instance/settings/{key}": {
    readonly request: {
      readonly params: { readonly key: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: {
        readonly name?: string | null;
        readonly generalSetting?: Readonly<Record<string, unknown>> | null;
        readonly memoSetting?: Readonly<Record<string, unknown>> | null;
        readonly memoRelatedSetting?: Readonly<Record<string, unknown>> | null;
        readonly accessSetting?: Readonly<Record<string, unknown>> | null;
        readonly storageSetting?: Readonly<Record<string, unknown>> | null;
        readonly limitsSetting?: Readonly<Record<string, unknown>> | null;
        readonly webhooksSetting?: Readonly<Record<string, unknown>> | null;
        readonly aiSetting?: Readonly<Record<string, unknown>> | null;
      };
    };
    readonly answer: InstanceSetting;
  };
  /** Get up to 20 settings by name, all of them or none. */
  "POST /api/v1/instance/settings:batchGet": {
    readonly request: { readonly body: { readonly names: readonly string[] } };
    readonly answer: { readonly settings: readonly InstanceSetting[] };
  };
  /** Get statistics of the instance, for administrators. */
  "GET /api/v1/instance/stats": {
    readonly request: {};
    readonly answer: {
      readonly users: number;
      readonly memos: number;
      readonly attachments: number;
      readonly localStorageBytes: string;
      readonly databaseBytes: string;
      readonly database: { readonly driver: "sqlite" | "postgres"; readonly sizeBytes: string };
      readonly generatedTime: string;
      readonly removalPaused: boolean;
    };
  };
  /** List security-relevant events, newest first. */
  "GET /api/v1/instance/auditLog": {
    readonly request: {
      readonly query?: {
        readonly pageSize?: string | number | boolean | undefined;
        readonly pageToken?: string | number | boolean | undefined;
        readonly filter?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly entries: readonly AuditEntry[]; readonly nextPageToken: string };
  };
  /** Get what runs, for administrators. */
  "GET /api/v1/instance/state": {
    readonly request: {};
    readonly answer: InstanceState;
  };
  /** Begin a backup of the instance, for administrators. */
  "POST /api/v1/instance/backups": {
    readonly request: {};
    readonly answer: InstanceBackups;
  };
  /** List where one can sign in with another account: nowhere yet. */
  "GET /api/v1/identity-providers": {
    readonly request: {};
    readonly answer: { readonly identityProviders: readonly { readonly name: string }[] };
  };
  /** List your linked accounts; always empty for now. */
  "GET /api/v1/users/{user}/linkedIdentities": {
    readonly request: { readonly params: { readonly user: string } };
    readonly answer: { readonly linkedIdentities: readonly { readonly name: string }[] };
  };
  /** List your webhooks, oldest first. */
  "GET /api/v1/users/{user}/webhooks": {
    readonly request: { readonly params: { readonly user: string } };
    readonly answer: { readonly webhooks: readonly Webhook[] };
  };
  /** Add a webhook. */
  "POST /api/v1/users/{user}/webhooks": {
    readonly request: {
      readonly params: { readonly user: string };
      readonly body: {
        readonly url?: string | null;
        readonly displayName?: string | null;
        readonly signingSecret?: string | null;
        readonly events?:
          | readonly ("memo.created" | "memo.updated" | "memo.deleted" | "memo.comment.created")[]
          | null;
      };
    };
    readonly answer: Webhook;
  };
  /** Get a webhook. */
  "GET /api/v1/users/{user}/webhooks/{webhook}": {
    readonly request: { readonly params: { readonly user: string; readonly webhook: string } };
    readonly answer: Webhook;
  };
  /** Update a webhook; an empty `signingSecret` generates a new one. */
  "PATCH /api/v1/users/{user}/webhooks/{webhook}": {
    readonly request: {
      readonly params: { readonly user: string; readonly webhook: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: {
        readonly url?: string | null;
        readonly displayName?: string | null;
        readonly signingSecret?: string | null;
        readonly events?:
          | readonly ("memo.created" | "memo.updated" | "memo.deleted" | "memo.comment.created")[]
          | null;
      };
    };
    readonly answer: Webhook;
  };
  /** Delete a webhook and its pending deliveries. */
  "DELETE /api/v1/users/{user}/webhooks/{webhook}": {
    readonly request: { readonly params: { readonly user: string; readonly webhook: string } };
    readonly answer: Record<string, never>;
  };
  /** Get the signing secret of a webhook. */
  "GET /api/v1/users/{user}/webhooks/{webhook}:getSigningSecret": {
    readonly request: { readonly params: { readonly user: string; readonly webhook: string } };
    readonly answer: { readonly signingSecret: string };
  };
  /** List recent deliveries of a webhook, newest first. */
  "GET /api/v1/users/{user}/webhooks/{webhook}/deliveries": {
    readonly request: { readonly params: { readonly user: string; readonly webhook: string } };
    readonly answer: { readonly deliveries: readonly WebhookDelivery[] };
  };
  /** Turn a recording into text. */
  "POST /api/v1/ai:transcribe": {
    readonly request: {
      readonly body: {
        readonly audio: {
          readonly content?: string;
          readonly uri?: string;
          readonly filename?: string | null;
          readonly contentType?: string | null;
        };
      };
    };
    readonly answer: { readonly text: string };
  };
  /** Search memos by words, best match first. */
  "GET /api/v1/search": {
    readonly request: {
      readonly query: {
        readonly q: string | number | boolean | undefined;
        readonly limit?: string | number | boolean | undefined;
        readonly tag?: string | number | boolean | undefined;
      };
    };
    readonly answer: { readonly data: readonly OlderMemo[] };
  };
  /** List your tags, most used first. */
  "GET /api/v1/tags": {
    readonly request: {};
    readonly answer: {
      readonly data: readonly { readonly name: string; readonly count: number }[];
    };
  };
  /** List your tags with their last use and their total. */
  "GET /api/v1/tags/stats": {
    readonly request: {};
    readonly answer: {
      readonly data: readonly {
        readonly name: string;
        readonly count: number;
        readonly lastUsed: string;
      }[];
      readonly total: number;
    };
  };
  /** List your webhooks. */
  "GET /api/v1/webhooks": {
    readonly request: {};
    readonly answer: { readonly data: readonly OlderWebhook[] };
  };
  /** Add a webhook. */
  "POST /api/v1/webhooks": {
    readonly request: {
      readonly body: {
        readonly name?: string;
        readonly url: string;
        readonly events?: readonly (
          | "memo.created"
          | "memo.updated"
          | "memo.deleted"
          | "memo.comment.created"
        )[];
        readonly signingSecret?: string;
      };
    };
    readonly answer: OlderWebhook;
  };
  /** Get a webhook. */
  "GET /api/v1/webhooks/{id}": {
    readonly request: { readonly params: { readonly id: string } };
    readonly answer: OlderWebhook;
  };
  /** Update a webhook; an empty `signingSecret` generates a new one. */
  "PATCH /api/v1/webhooks/{id}": {
    readonly request: {
      readonly params: { readonly id: string };
      readonly query?: { readonly updateMask?: string | number | boolean | undefined };
      readonly body: {
        readonly url?: string | null;
        readonly signingSecret?: string | null;
        readonly events?:
          | readonly ("memo.created" | "memo.updated" | "memo.deleted" | "memo.comment.created")[]
          | null;
        readonly name?: string | null;
      };
    };
    readonly answer: OlderWebhook;
  };
  /** Delete a webhook and its pending deliveries. */
  "DELETE /api/v1/webhooks/{id}": {
    readonly request: { readonly params: { readonly id: string } };
    readonly answer: Record<string, never>;
  };
  /** Get the signing secret of a webhook. */
  "GET /api/v1/webhooks/{id}:getSigningSecret": {
    readonly request: { readonly params: { readonly id: string } };
    readonly answer: { readonly signingSecret: string };
  };
  /** Get the instance profile. */
  "GET /api/v1/instance/profile": {
    readonly request: {};
    readonly answer: {
      readonly version: string;
      readonly server: "tidemark";
      readonly serverVersion: string;
      readonly demo: boolean;
      readonly commit: string;
      readonly instanceUrl: string;
      readonly needsSetup: boolean;
      readonly publicAccess: boolean;
      readonly accessMode: "INSTANCE_ACCESS_MODE_PRIVATE" | "INSTANCE_ACCESS_MODE_PUBLIC";
      readonly allowSignUp: boolean;
    };
  };
  /** Get the instance profile. */
  "GET /api/v1/system/info": {
    readonly request: {};
    readonly answer: {
      readonly version: string;
      readonly server: "tidemark";
      readonly serverVersion: string;
      readonly mode: string;
      readonly allowSignUp: boolean;
      readonly disablePasswordLogin: boolean;
      readonly additionalScript: string;
      readonly customizedProfile: {
        readonly title: string;
        readonly description: string;
        readonly logoUrl: string;
        readonly locale: string;
      };
    };
  };
}
