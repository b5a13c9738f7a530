/** Example request to an operation. Names of older-form examples begin with "older". */
export interface RequestExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Examples = Readonly<Record<string, RequestExample>>;

const user = "alice";
const memo = "low-tide";
const attachment = "shore-photo";
const space = "harbour";
const ofMemo: Examples = { current: { params: { memo } } };
const ofUser: Examples = { current: { params: { user } } };
const firstPage: Examples = { current: { query: { pageSize: "20" } } };

/** Example requests of the document by method and path. Operations without input have none. */
export const requestExamples: Readonly<Record<string, Examples>> = {
  "post /api/v1/setup": {
    current: { body: { code: "ABCD-EFGH", username: user, password: "correct horse" } },
  },
  "post /api/v1/auth/signin": {
    current: { body: { passwordCredentials: { username: user, password: "correct horse" } } },
    older: { body: { username: user, password: "correct horse" } },
  },
  "post /api/v1/auth/signup": {
    current: { body: { username: "dana", password: "battery staple" } },
  },
  "post /api/v1/access-tokens": {
    older: {
      body: { name: "backup script", description: "nightly", expiresAt: "2099-01-01T00:00:00Z" },
    },
  },
  "get /api/v1/access-tokens": { older: { query: { pageSize: "20" } } },
  "get /api/v1/access-tokens/{id}": { older: { params: { id: "k3Xw9pQvT2mBzR7nLc5dYs" } } },
  "delete /api/v1/access-tokens/{id}": { older: { params: { id: "k3Xw9pQvT2mBzR7nLc5dYs" } } },

  "get /api/v1/memos": {
    current: {
      query: {
        pageSize: "20",
        filter: '"coast" in tags && created_ts > now - duration("720h")',
        orderBy: "pinned desc, create_time desc",
      },
    },
    older: { query: { page: "1", limit: "20", tag: "coast", order: "desc" } },
  },
  "post /api/v1/memos": {
    current: {
      query: { memoId: "high-tide" },
      body: {
        content: "# High tide\n\n- [ ] check the moorings #coast",
        visibility: "PRIVATE",
        pinned: true,
        location: { placeholder: "Harbour", latitude: 53.54, longitude: 9.98 },
        attachments: [{ name: `attachments/${attachment}` }],
        relations: [{ relatedMemo: { name: `memos/${memo}` }, type: "REFERENCE" }],
      },
    },
    older: { body: { content: "Low tide at six #coast", visibility: "PUBLIC" } },
  },
  "get /api/v1/memos/{memo}": {
    current: { params: { memo } },
    older: { params: { memo: "1" } },
  },
  "patch /api/v1/memos/{memo}": {
    current: {
      params: { memo },
      query: { updateMask: "content,pinned" },
      body: { content: "Low tide at seven #coast", pinned: true },
    },
    older: { params: { memo: "1" }, body: { content: "Low tide at eight #coast" } },
  },
  "delete /api/v1/memos/{memo}": {
    current: { params: { memo } },
    older: { params: { memo: "1" } },
  },
  "post /api/v1/memos/{memo}:restore": ofMemo,
  "get /api/v1/memos/{memo}/attachments": ofMemo,
  "patch /api/v1/memos/{memo}/attachments": {
    current: {
      params: { memo },
      body: { attachments: [{ name: `attachments/${attachment}` }] },
    },
  },
  "get /api/v1/memos/{memo}/comments": ofMemo,
  "post /api/v1/memos/{memo}/comments": {
    current: { params: { memo }, body: { content: "Bring boots." } },
  },
  "get /api/v1/memos/{memo}/relations": ofMemo,
  "patch /api/v1/memos/{memo}/relations": {
    current: {
      params: { memo },
      body: { relations: [{ relatedMemo: { name: "memos/moon" }, type: "REFERENCE" }] },
    },
  },
  "get /api/v1/memos/{memo}/reactions": ofMemo,
  "post /api/v1/memos/{memo}/reactions": {
    current: { params: { memo }, body: { reaction: { reactionType: "🌊" } } },
  },
  "delete /api/v1/memos/{memo}/reactions/{reaction}": {
    current: { params: { memo, reaction: "r8Kd2mWq5ZxT1nVb7YcLpf" } },
  },
  "get /api/v1/memos/{memo}/revisions": ofMemo,
  "post /api/v1/memos/{memo}/revisions/{revision}:restore": {
    current: { params: { memo, revision: "v4Hs6tNj9QeR3mXa8WkZcd" } },
  },
  "get /api/v1/memos/{memo}/shares": ofMemo,
  "post /api/v1/memos/{memo}/shares": {
    current: { params: { memo }, body: { expireTime: "2099-01-01T00:00:00Z" } },
  },
  "delete /api/v1/memos/{memo}/shares/{share}": {
    current: { params: { memo, share: "q7Tz1vKc4XnM9bWd6RyPs3HgJe8LfAuo" } },
  },
  "get /api/v1/shares/{token}/memo": {
    current: { params: { token: "q7Tz1vKc4XnM9bWd6RyPs3HgJe8LfAuo" } },
  },
  "get /api/v1/memos/-/linkMetadata": { current: { query: { url: "https://example.com/" } } },
  "post /api/v1/memos/-/linkMetadata:batchGet": {
    current: { body: { urls: ["https://example.com/"] } },
  },

  "get /api/v1/attachments": {
    current: { query: { filter: 'mime_type.startsWith("text/")', orderBy: "create_time desc" } },
  },
  "post /api/v1/attachments": {
    current: {
      query: { attachmentId: "tide-table" },
      body: { filename: "tides.txt", type: "text/plain", content: "MDY6MTIK" },
    },
    link: {
      body: {
        filename: "chart.pdf",
        type: "application/pdf",
        externalLink: "https://example.com/chart.pdf",
      },
    },
  },
  "get /api/v1/attachments/{attachment}": { current: { params: { attachment } } },
  "patch /api/v1/attachments/{attachment}": {
    current: {
      params: { attachment },
      query: { updateMask: "filename" },
      body: { filename: "shore.txt" },
    },
  },
  "delete /api/v1/attachments/{attachment}": { current: { params: { attachment } } },
  "post /api/v1/attachments:batchDelete": {
    current: { body: { names: ["attachments/old-photo"] } },
  },
  "get /file/attachments/{attachment}/{filename}": {
    current: { params: { attachment, filename: "shore.txt" } },
  },
  "head /file/attachments/{attachment}/{filename}": {
    current: { params: { attachment, filename: "shore.txt" } },
  },
  "get /file/attachments/{attachment}": { current: { params: { attachment } } },
  "head /file/attachments/{attachment}": { current: { params: { attachment } } },
  "get /file/resources/{attachment}/{filename}": {
    older: { params: { attachment: "1", filename: "shore.txt" } },
  },
  "head /file/resources/{attachment}/{filename}": {
    older: { params: { attachment: "1", filename: "shore.txt" } },
  },
  "get /file/users/{user}/avatar": ofUser,
  "get /api/v1/memos/{memo}/resources": { older: { params: { memo: "1" } } },
  "patch /api/v1/memos/{memo}/resources": {
    older: { params: { memo: "1" }, body: { resources: [{ name: `attachments/${attachment}` }] } },
  },
  "post /api/v1/resources": {
    older: { body: { filename: "tides.txt", type: "text/plain", content: "MDY6MTIK" } },
  },
  "get /api/v1/resources": { older: { query: { page: "1", limit: "20" } } },
  "get /api/v1/resources/{resource}": { older: { params: { resource: "1" } } },
  "delete /api/v1/resources/{resource}": { older: { params: { resource: "1" } } },

  "get /api/v1/users": { current: { query: { filter: 'username == "alice"' } } },
  "post /api/v1/users": {
    current: {
      body: { username: "erin", password: "battery staple", role: "USER", displayName: "Erin" },
    },
  },
  "post /api/v1/users:batchGet": { current: { body: { usernames: [user, "users/bob"] } } },
  "get /api/v1/users/{user}": ofUser,
  "patch /api/v1/users/{user}": {
    current: {
      params: { user },
      query: { updateMask: "displayName,description" },
      body: { displayName: "Alice", description: "Keeps the harbour's log." },
    },
    older: { params: { user }, body: { nickname: "Alice", email: "alice@example.com" } },
  },
  "delete /api/v1/users/{user}": { current: { params: { user: "bob" } } },
  "get /api/v1/users/{user}:getStats": ofUser,
  "get /api/v1/users:stats": { current: { query: { filter: "has_task_list" } } },
  "get /api/v1/users/{user}/sessions": ofUser,
  "delete /api/v1/users/{user}/sessions/{session}": {
    current: { params: { user, session: "s5Jw8yBn2KqC7tXz4MvRgh" } },
  },
  "post /api/v1/users/{user}:createPasswordLink": { current: { params: { user: "bob" } } },
  "post /api/v1/users/{user}:signOut": { current: { params: { user: "bob" } } },
  "post /api/v1/users/{user}:export": ofUser,
  "get /api/v1/users/{user}/personalAccessTokens": ofUser,
  "post /api/v1/users/{user}/personalAccessTokens": {
    current: {
      params: { user },
      body: { description: "phone", expiresInDays: 90, scope: "write" },
    },
  },
  "delete /api/v1/users/{user}/personalAccessTokens/{id}": {
    current: { params: { user, id: "p9Vc3zGh6LsD1xNk8QwBtj" } },
  },
  "get /api/v1/users/{user}/settings": ofUser,
  "get /api/v1/users/{user}/settings/{setting}": {
    current: { params: { user, setting: "GENERAL" } },
    tags: { params: { user, setting: "TAGS" } },
  },
  "patch /api/v1/users/{user}/settings/{setting}": {
    current: {
      params: { user, setting: "GENERAL" },
      query: { updateMask: "memoVisibility,locale" },
      body: { generalSetting: { memoVisibility: "PROTECTED", locale: "en" } },
    },
    tags: {
      params: { user, setting: "TAGS" },
      query: { updateMask: "tags" },
      body: {
        tagsSetting: {
          tags: {
            coast: {
              backgroundColor: { red: 0.1, green: 0.4, blue: 0.7, alpha: 1 },
              blurContent: false,
            },
          },
        },
      },
    },
  },
  "get /api/v1/users/{user}/shortcuts": ofUser,
  "post /api/v1/users/{user}/shortcuts": {
    current: { params: { user }, body: { title: "To do", filter: "has_incomplete_tasks" } },
    check: {
      params: { user },
      query: { validateOnly: "true" },
      body: { title: "Coast", filter: 'tag in ["coast"]' },
    },
  },
  ...ofItem("shortcuts", "shortcut", "c2Rf7hYd5PmT9wXe4KbZns", {
    query: { updateMask: "title" },
    body: { title: "Chores" },
  }),
  "get /api/v1/users/{user}/views": ofUser,
  "post /api/v1/users/{user}/views": {
    current: {
      params: { user },
      body: { title: "Pinned", filter: "pinned", icon: { emoji: "📌" } },
    },
  },
  ...ofItem("views", "view", "w6Nq1kXs8VjB3tGc5ZrLyd", {
    body: { title: "At the sea", filter: '"coast" in tags' },
  }),
  "get /api/v1/users/{user}/webhooks": ofUser,
  "post /api/v1/users/{user}/webhooks": {
    current: {
      params: { user },
      body: {
        url: "https://example.com/hook",
        displayName: "log",
        signingSecret: "whsec_dGlkZW1hcmsgdGlkZW1hcms=",
        events: ["memo.created", "memo.comment.created"],
      },
    },
  },
  ...ofItem("webhooks", "webhook", "h8Lm4bTv2SxK6dQn9WyPzc", {
    query: { updateMask: "displayName" },
    body: { displayName: "journal" },
  }),
  "get /api/v1/users/{user}/webhooks/{webhook}:getSigningSecret": {
    current: { params: { user, webhook: "h8Lm4bTv2SxK6dQn9WyPzc" } },
  },
  "get /api/v1/users/{user}/webhooks/{webhook}/deliveries": {
    current: { params: { user, webhook: "h8Lm4bTv2SxK6dQn9WyPzc" } },
  },
  "get /api/v1/users/{user}/notifications": ofUser,
  "patch /api/v1/users/{user}/notifications/{notification}": {
    current: {
      params: { user, notification: "n1Zx5wRk7CvG3hTb9MqJsd" },
      query: { updateMask: "status" },
      body: { status: "ARCHIVED" },
    },
  },
  "delete /api/v1/users/{user}/notifications/{notification}": {
    current: { params: { user, notification: "n1Zx5wRk7CvG3hTb9MqJsd" } },
  },

  "get /api/v1/spaces": firstPage,
  "post /api/v1/spaces": {
    current: { body: { title: "Pilots", description: "Who steers", spaceId: "pilots" } },
  },
  "get /api/v1/spaces/{space}": { current: { params: { space } } },
  "patch /api/v1/spaces/{space}": {
    current: {
      params: { space },
      query: { updateMask: "description" },
      body: { description: "Everybody at the harbour" },
    },
  },
  "delete /api/v1/spaces/{space}": { current: { params: { space } } },
  "get /api/v1/spaces/{space}/members": { current: { params: { space } } },
  "post /api/v1/spaces/{space}/members": {
    current: { params: { space }, body: { user: "users/bob", role: "USER" } },
  },
  "get /api/v1/spaces/{space}/members/{user}": { current: { params: { space, user: "bob" } } },
  "patch /api/v1/spaces/{space}/members/{user}": {
    current: { params: { space, user: "bob" }, body: { role: "ADMIN" } },
  },
  "delete /api/v1/spaces/{space}/members/{user}": { current: { params: { space, user: "bob" } } },
  "get /api/v1/spaces/{space}/invitations": { current: { params: { space } } },
  "post /api/v1/spaces/{space}/invitations": {
    current: { params: { space }, body: { invitee: "users/carol", role: "USER" } },
  },
  "get /api/v1/spaces/{space}/invitations/{invitation}": {
    current: { params: { space: "lighthouse", invitation: user } },
  },
  "delete /api/v1/spaces/{space}/invitations/{invitation}": {
    current: { params: { space, invitation: "carol" } },
  },
  "post /api/v1/spaces/{space}/invitations/{invitation}:accept": {
    current: { params: { space: "lighthouse", invitation: user } },
  },
  "post /api/v1/spaces/{space}/invitations/{invitation}:decline": {
    current: { params: { space: "boatyard", invitation: user } },
  },
  "get /api/v1/users/{user}/spaceInvitations": ofUser,

  "get /api/v1/instance/settings/{key}": {
    current: { params: { key: "GENERAL" } },
    related: { params: { key: "MEMO_RELATED" } },
  },
  "patch /api/v1/instance/settings/{key}": {
    current: {
      params: { key: "GENERAL" },
      query: { updateMask: "title" },
      body: { generalSetting: { title: "Harbour log" } },
    },
  },
  "post /api/v1/instance/settings:batchGet": {
    current: { body: { names: ["instance/settings/GENERAL", "instance/settings/MEMO_RELATED"] } },
  },
  "get /api/v1/users/{user}/linkedIdentities": ofUser,
  "post /api/v1/ai:transcribe": {
    current: {
      body: { audio: { content: "UklGRg==", filename: "note.wav", contentType: "audio/wav" } },
    },
  },
  "get /api/v1/search": { older: { query: { q: "tide", limit: "20", tag: "coast" } } },
  "get /api/v1/webhooks/{id}": { older: { params: { id: "1" } } },
  "patch /api/v1/webhooks/{id}": {
    older: { params: { id: "1" }, body: { name: "log", events: ["memo.deleted"] } },
  },
  "delete /api/v1/webhooks/{id}": { older: { params: { id: "1" } } },
  "get /api/v1/webhooks/{id}:getSigningSecret": { older: { params: { id: "1" } } },
  "post /api/v1/webhooks": {
    older: { body: { name: "log", url: "https://example.com/hook", events: ["memo.created"] } },
  },
};

/** Returns examples that get, update and delete one of a user's items. */
function ofItem(
  kind: string,
  name: string,
  id: string,
  patch: RequestExample,
): Record<string, Examples> {
  const path = `/api/v1/users/{user}/${kind}/{${name}}`;
  const params = { user, [name]: id };
  return {
    [`get ${path}`]: { current: { params } },
    [`patch ${path}`]: { current: { params, ...patch } },
    [`delete ${path}`]: { current: { params } },
  };
}
