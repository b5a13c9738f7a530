/** Connect method and its route in `/api/v1`. */
export interface Rpc {
  readonly service: string;
  readonly method: string;
  /** Method and path below `/api/v1`, such as `PATCH /memos/{memo}`. */
  readonly route: string;
  /** Path of the field with the resource name, which contains the route's parameters. */
  readonly name?: string;
  /** Field with the route's only parameter as a plain value, not a resource name. */
  readonly id?: string;
  /** Field with the request's body; `*` for all fields except the name. */
  readonly body?: string;
  /** Keys of the answer that are repeated under a second name. */
  readonly alsoAs?: Readonly<Record<string, string>>;
}

type Message = Omit<Rpc, "service" | "method" | "route">;

const named: Message = { name: "name" };
const ofParent: Message = { name: "parent" };
const whole: Message = { body: "*" };
/** Messages with one resource, whose name is in it, or whose parent's name is next to it. */
const changing = (thing: string): Message => ({ name: `${thing}.name`, body: thing });
const making = (thing: string): Message => ({ name: "parent", body: thing });

type Methods = Readonly<Record<string, readonly [route: string, message?: Message]>>;

const memoViews: Methods = {
  ListMemoViews: ["GET /users/{user}/views", ofParent],
  GetMemoView: ["GET /users/{user}/views/{view}", named],
  CreateMemoView: ["POST /users/{user}/views", making("memoView")],
  UpdateMemoView: ["PATCH /users/{user}/views/{view}", changing("memoView")],
  DeleteMemoView: ["DELETE /users/{user}/views/{view}", named],
};

/**
 * Methods of memos' services, under memos' names. The route determines the use of each field: parameters come
 * from the resource name, the body from the body's field, and the rest is the query.
 */
export const rpcs: readonly Rpc[] = [
  ...service("AuthService", {
    GetCurrentUser: ["GET /auth/me"],
    SignIn: ["POST /auth/signin", whole],
    SignOut: ["POST /auth/signout", whole],
    RefreshToken: [
      "POST /auth/refresh",
      { ...whole, alsoAs: { accessTokenExpiresAt: "expiresAt" } },
    ],
  }),
  ...service("MemoService", {
    CreateMemo: ["POST /memos", { body: "memo" }],
    ListMemos: ["GET /memos"],
    GetMemo: ["GET /memos/{memo}", named],
    UpdateMemo: ["PATCH /memos/{memo}", changing("memo")],
    DeleteMemo: ["DELETE /memos/{memo}", named],
    SetMemoAttachments: ["PATCH /memos/{memo}/attachments", { ...named, ...whole }],
    ListMemoAttachments: ["GET /memos/{memo}/attachments", named],
    SetMemoRelations: ["PATCH /memos/{memo}/relations", { ...named, ...whole }],
    ListMemoRelations: ["GET /memos/{memo}/relations", named],
    CreateMemoComment: ["POST /memos/{memo}/comments", { ...named, body: "comment" }],
    ListMemoComments: ["GET /memos/{memo}/comments", named],
    ListMemoReactions: ["GET /memos/{memo}/reactions", named],
    UpsertMemoReaction: ["POST /memos/{memo}/reactions", { ...named, ...whole }],
    DeleteMemoReaction: ["DELETE /memos/{memo}/reactions/{reaction}", named],
    CreateMemoShare: ["POST /memos/{memo}/shares", making("memoShare")],
    ListMemoShares: ["GET /memos/{memo}/shares", ofParent],
    DeleteMemoShare: ["DELETE /memos/{memo}/shares/{share}", named],
    GetMemoByShare: ["GET /shares/{token}/memo", { id: "shareId" }],
    // Its name since 0.30.
    GetSharedMemo: ["GET /shares/{token}/memo", { id: "shareToken" }],
    GetLinkMetadata: ["GET /memos/-/linkMetadata"],
    BatchGetLinkMetadata: ["POST /memos/-/linkMetadata:batchGet", whole],
  }),
  ...service("AttachmentService", {
    CreateAttachment: ["POST /attachments", { body: "attachment" }],
    ListAttachments: ["GET /attachments"],
    GetAttachment: ["GET /attachments/{attachment}", named],
    UpdateAttachment: ["PATCH /attachments/{attachment}", changing("attachment")],
    DeleteAttachment: ["DELETE /attachments/{attachment}", named],
    BatchDeleteAttachments: ["POST /attachments:batchDelete", whole],
  }),
  ...service("UserService", {
    ListUsers: ["GET /users"],
    BatchGetUsers: ["POST /users:batchGet", whole],
    GetUser: ["GET /users/{user}", named],
    CreateUser: ["POST /users", { body: "user" }],
    UpdateUser: ["PATCH /users/{user}", changing("user")],
    DeleteUser: ["DELETE /users/{user}", named],
    ListAllUserStats: ["GET /users:stats"],
    GetUserStats: ["GET /users/{user}:getStats", named],
    ListUserSettings: ["GET /users/{user}/settings", ofParent],
    GetUserSetting: ["GET /users/{user}/settings/{setting}", named],
    UpdateUserSetting: ["PATCH /users/{user}/settings/{setting}", changing("setting")],
    ListLinkedIdentities: ["GET /users/{user}/linkedIdentities", ofParent],
    ...memoViews,
    ListPersonalAccessTokens: ["GET /users/{user}/personalAccessTokens", ofParent],
    CreatePersonalAccessToken: [
      "POST /users/{user}/personalAccessTokens",
      { ...ofParent, ...whole },
    ],
    DeletePersonalAccessToken: ["DELETE /users/{user}/personalAccessTokens/{id}", named],
    ListUserWebhooks: ["GET /users/{user}/webhooks", ofParent],
    CreateUserWebhook: ["POST /users/{user}/webhooks", making("webhook")],
    UpdateUserWebhook: ["PATCH /users/{user}/webhooks/{webhook}", changing("webhook")],
    DeleteUserWebhook: ["DELETE /users/{user}/webhooks/{webhook}", named],
    GetUserWebhookSigningSecret: ["GET /users/{user}/webhooks/{webhook}:getSigningSecret", named],
    ListUserNotifications: ["GET /users/{user}/notifications", ofParent],
    UpdateUserNotification: [
      "PATCH /users/{user}/notifications/{notification}",
      changing("notification"),
    ],
    DeleteUserNotification: ["DELETE /users/{user}/notifications/{notification}", named],
  }),
  // Apart from users since 0.31.
  ...service("MemoViewService", memoViews),
  ...service("ShortcutService", {
    ListShortcuts: ["GET /users/{user}/shortcuts", ofParent],
    GetShortcut: ["GET /users/{user}/shortcuts/{shortcut}", named],
    CreateShortcut: ["POST /users/{user}/shortcuts", making("shortcut")],
    UpdateShortcut: ["PATCH /users/{user}/shortcuts/{shortcut}", changing("shortcut")],
    DeleteShortcut: ["DELETE /users/{user}/shortcuts/{shortcut}", named],
  }),
  ...service("SpaceService", {
    CreateSpace: ["POST /spaces", { body: "space" }],
    ListSpaces: ["GET /spaces"],
    GetSpace: ["GET /spaces/{space}", named],
    UpdateSpace: ["PATCH /spaces/{space}", changing("space")],
    DeleteSpace: ["DELETE /spaces/{space}", named],
    ListSpaceMembers: ["GET /spaces/{space}/members", ofParent],
    GetSpaceMember: ["GET /spaces/{space}/members/{user}", named],
    UpdateSpaceMember: ["PATCH /spaces/{space}/members/{user}", changing("spaceMember")],
    DeleteSpaceMember: ["DELETE /spaces/{space}/members/{user}", named],
    CreateSpaceInvitation: ["POST /spaces/{space}/invitations", making("spaceInvitation")],
    ListSpaceInvitations: ["GET /spaces/{space}/invitations", ofParent],
    ListUserSpaceInvitations: ["GET /users/{user}/spaceInvitations", ofParent],
    GetSpaceInvitation: ["GET /spaces/{space}/invitations/{invitation}", named],
    DeleteSpaceInvitation: ["DELETE /spaces/{space}/invitations/{invitation}", named],
    AcceptSpaceInvitation: ["POST /spaces/{space}/invitations/{invitation}:accept", named],
    DeclineSpaceInvitation: ["POST /spaces/{space}/invitations/{invitation}:decline", named],
  }),
  ...service("InstanceService", {
    GetInstanceProfile: ["GET /instance/profile"],
    GetInstanceSetting: ["GET /instance/settings/{key}", named],
    UpdateInstanceSetting: ["PATCH /instance/settings/{key}", changing("setting")],
    BatchGetInstanceSettings: ["POST /instance/settings:batchGet", whole],
    GetInstanceStats: ["GET /instance/stats"],
  }),
  ...service("IdentityProviderService", { ListIdentityProviders: ["GET /identity-providers"] }),
  ...service("AIService", { Transcribe: ["POST /ai:transcribe", whole] }),
];

function service(name: string, methods: Methods): Rpc[] {
  return Object.entries(methods).map(([method, [route, message]]) => ({
    service: name,
    method,
    route,
    ...message,
  }));
}
