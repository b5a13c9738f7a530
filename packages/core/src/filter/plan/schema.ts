/** Type of a filter field. `nullable-string` may be null; `tags` is a list of distinct strings. */
export type FieldType = "string" | "nullable-string" | "timestamp" | "bool" | "int" | "tags";

/** Filter field: its type, and the key of its value in the filtered record. */
export interface FilterField {
  readonly type: FieldType;
  readonly key: string;
  /** Text matching on this field ignores case (Unicode simple case folding). */
  readonly folds?: true;
}

/** Name of an integer id that stands for the resource name in another field. */
export interface IdField {
  /** The field with the resource name. */
  readonly field: string;
  readonly collection: "users" | "memos";
  readonly isNullable: boolean;
}

/** Fields that a filter may use. The objects have no prototype, so `constructor` is not a field. */
export interface FilterSchema {
  readonly fields: Readonly<Record<string, FilterField>>;
  /** Names of integer ids. Records don't have them; the field with the resource name is compared instead. */
  readonly ids: Readonly<Record<string, IdField>>;
  /** Common wrong names, with suggestions. */
  readonly hints: Readonly<Record<string, string>>;
}

/** The part of a memo that filters read. Text is well-formed and holds no U+0000; tags are distinct. */
export interface FilterableMemo {
  readonly content: string;
  /** `users/<username>`. */
  readonly creator: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly pinned: boolean;
  readonly visibility: "PRIVATE" | "SPACE" | "PROTECTED" | "PUBLIC";
  readonly space: string | null;
  readonly tags: readonly string[];
  readonly hasTaskList: boolean;
  readonly hasLink: boolean;
  readonly hasCode: boolean;
  readonly hasIncompleteTasks: boolean;
  readonly hasLocation: boolean;
}

/** The part of an attachment that filters read; `memo` is a resource name or null. */
export interface FilterableAttachment {
  readonly filename: string;
  readonly mimeType: string;
  readonly createdMs: number;
  readonly sizeBytes: number;
  readonly memo: string | null;
}

const memoFilterFields = {
  content: { type: "string", key: "content", folds: true },
  creator: { type: "string", key: "creator" },
  created_ts: { type: "timestamp", key: "createdMs" },
  updated_ts: { type: "timestamp", key: "updatedMs" },
  pinned: { type: "bool", key: "pinned" },
  visibility: { type: "string", key: "visibility" },
  space: { type: "nullable-string", key: "space" },
  tags: { type: "tags", key: "tags" },
  has_task_list: { type: "bool", key: "hasTaskList" },
  has_link: { type: "bool", key: "hasLink" },
  has_code: { type: "bool", key: "hasCode" },
  has_incomplete_tasks: { type: "bool", key: "hasIncompleteTasks" },
  has_location: { type: "bool", key: "hasLocation" },
} as const satisfies Readonly<Record<string, FilterField & { readonly key: keyof FilterableMemo }>>;

export type MemoFilterName = keyof typeof memoFilterFields;

/** The fields of memo filters. */
export const memoFilterSchema: FilterSchema = {
  fields: withoutPrototype<FilterField>(memoFilterFields),
  ids: withoutPrototype<IdField>({
    creator_id: { field: "creator", collection: "users", isNullable: false },
  }),
  hints: withoutPrototype<string>({
    create_time: "filters use created_ts",
    update_time: "filters use updated_ts",
    display_time: "filters use created_ts",
    created_at: "filters use created_ts",
    updated_at: "filters use updated_ts",
    tag: 'write "name" in tags, or tag in ["name"] for a tag and all under it',
    tag_search: 'write "name" in tags',
    content_search: 'write content.contains("text")',
    text: 'write content.contains("text")',
    title: "title is not a filter field; use content",
    location: "filters use has_location",
    has_todo: "filters use has_task_list",
    name: "name is an ordering field, not a filter field",
    PUBLIC: 'write "PUBLIC" in quotes',
    PRIVATE: 'write "PRIVATE" in quotes',
    PROTECTED: 'write "PROTECTED" in quotes',
    SPACE: 'write "SPACE" in quotes',
  }),
};

/** The fields of attachment filters. */
export const attachmentFilterSchema: FilterSchema = {
  fields: withoutPrototype<FilterField>({
    filename: { type: "string", key: "filename" },
    mime_type: { type: "string", key: "mimeType" },
    create_time: { type: "timestamp", key: "createdMs" },
    size: { type: "int", key: "sizeBytes" },
    memo: { type: "nullable-string", key: "memo" },
  }),
  ids: withoutPrototype<IdField>({
    memo_id: { field: "memo", collection: "memos", isNullable: true },
  }),
  hints: withoutPrototype<string>({
    created_ts: "attachment filters use create_time",
    type: "attachment filters use mime_type",
    mimeType: "attachment filters use mime_type",
    name: "attachment filters use filename",
  }),
};

/** The part of an entry of the audit log that filters read. */
export interface FilterableAuditEntry {
  readonly atMs: number;
  readonly action: string;
  readonly actor: string;
  readonly target: string;
  readonly address: string;
}

/** The fields of audit log filters. */
export const auditFilterSchema: FilterSchema = {
  fields: withoutPrototype<FilterField>({
    time: { type: "timestamp", key: "atMs" },
    action: { type: "string", key: "action" },
    actor: { type: "string", key: "actor" },
    target: { type: "string", key: "target" },
    address: { type: "string", key: "address" },
  }),
  ids: withoutPrototype<IdField>({}),
  hints: withoutPrototype<string>({
    create_time: "audit log filters use time",
    created_ts: "audit log filters use time",
    user: 'write actor == "users/…" or target == "users/…"',
    ip: "audit log filters use address",
  }),
};

function withoutPrototype<V>(entries: Record<string, V>): Readonly<Record<string, V>> {
  return Object.freeze(Object.assign(Object.create(null) as Record<string, V>, entries));
}
