import type { Migration } from "../migration.ts";

/** Stores log entries as a code with values instead of sentences (ADR 0051). */
export const syncLogCodes: Migration = {
  version: 21,
  name: "codes in the sync log",
  up: (connection) => {
    connection.exec(`
ALTER TABLE sync_log ADD COLUMN code TEXT NOT NULL DEFAULT 'text';
ALTER TABLE sync_log ADD COLUMN params TEXT NOT NULL DEFAULT '{}';
UPDATE sync_log SET params = json_object('text', text);
`);
    for (const [text, code] of sentences) {
      connection.run("UPDATE sync_log SET code = ?, params = '{}' WHERE text = ?", [code, text]);
    }
    connection.exec("ALTER TABLE sync_log DROP COLUMN text");
  },
};

/** Sentences without variable parts; others are stored with the code `text`. */
const sentences: readonly (readonly [text: string, code: string])[] = [
  ["The server answers again.", "answers-again"],
  ["Merged edits of a memo from here and from elsewhere.", "merged"],
  ["Two devices changed who can see a memo; the more private choice was kept.", "visibility-clash"],
  ["The session has ended: sign in again.", "session-ended"],
  ["This device was signed out from elsewhere.", "revoked"],
  ["This device was signed out from elsewhere: its data was removed, as was chosen here.", "wiped"],
  [
    "What was removed could not be erased from the disk yet, for want of space or because something else reads it. It is tried again.",
    "not-erased",
  ],
];
