import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { metaDefinitions } from "@tidemark/core";
import { beforeAll, describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const sources = globSync(["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"], { cwd: root }).filter(
  (file) => !/\.(?:test|spec)\.ts$/.test(file),
);
const textOf = (file: string): string => readFileSync(resolve(root, file), "utf8");
const defining = sources.filter(
  (file) =>
    /\bdefine(?:Meta|MetaFamily|MemoNote)\(/.test(textOf(file)) &&
    !file.startsWith("packages/core/src/stores/meta/"),
);

/** Keys as stored in databases. They must never be renamed or reused for something else. */
const kept = {
  value: [
    "account",
    "attachment_sizes_corrected",
    "backups",
    "blob_cache_bytes",
    "clock_node",
    "db.least_version",
    "db.moving_from",
    "db.schema_version",
    "db.shutdown",
    "db.unknown_fields_bounded",
    "device_id",
    "device_name",
    "device_name_chosen",
    "device_name_due",
    "drop_public",
    "ending_sessions",
    "epoch",
    "epoch_since",
    "erase_due",
    "feed_floor_seq",
    "feed_samples",
    "files_marked",
    "follow_public",
    "hide_carets",
    "hlc",
    "inbox",
    "inbox_marks",
    "instance_id",
    "last_server_url",
    "leaving_scopes",
    "left_server",
    "lineage_key",
    "lineage_starts",
    "offered_scopes",
    "on_revoked",
    "opened_memos",
    "orphans_due",
    "page_token_key",
    "purge_accounts",
    "reactions_of_missing",
    "reactions_to_restate",
    "recent_searches",
    "renamed_tags",
    "renew_after",
    "revoked",
    "secret_key_fingerprint",
    "served_clock",
    "server_administers",
    "server_content_bytes",
    "server_epoch",
    "server_has_others",
    "server_kinds",
    "server_notifies",
    "server_seen",
    "server_session",
    "server_title",
    "server_token",
    "server_transcribes",
    "server_upload_bytes",
    "server_url",
    "setup_code",
    "snapshot_marking",
    "snapshot_missed",
    "snapshot_sweep",
    "space_titles",
    "stream_id",
    "sync_paused",
    "tag_run",
    "verified",
    "wipe_due",
  ],
  family: [
    "draft-files:",
    "draft:",
    "password_link:",
    "register_floor:",
    "restored_memo:",
    "setting:",
    "snapshot:",
  ],
  "memo-note": [
    "choices",
    "choices_here",
    "lost_visibility",
    "merged",
    "merged_with",
    "tag_undo",
    "text_writer",
    "unwritten",
  ],
} as const;

beforeAll(async () => {
  for (const file of defining) await import(resolve(root, file));
}, 120_000);

const namesOf = (kind: keyof typeof kept): string[] =>
  metaDefinitions()
    .filter((each) => each.kind === kind)
    .map(({ name }) => name);

describe("a key in the database", () => {
  test.each(["value", "family", "memo-note"] as const)("is defined once · %s", (kind) => {
    expect(namesOf(kind).toSorted()).toEqual(kept[kind]);
  });

  test("is unambiguous: none starts with a family's prefix", () => {
    const prefixes = namesOf("family");
    const others = [...namesOf("value"), ...prefixes];
    for (const prefix of prefixes) {
      expect(others.filter((name) => name.startsWith(prefix))).toEqual([prefix]);
    }
  });

  test("is accessed by its definition, never by its name", () => {
    const named = sources.filter((file) => /\bmeta\s*\.\s*[gs]et\(\s*["'`]/.test(textOf(file)));
    expect(named).toEqual([]);
  });
});
