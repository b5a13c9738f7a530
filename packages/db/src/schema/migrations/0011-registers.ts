import type { Migration } from "../migration.ts";

/**
 * Turns users' private values into one row each, with the stamp for merges and a seq in the feed. Existing
 * values get the oldest stamp.
 */
export const registers: Migration = {
  version: 11,
  name: "registers",
  up: (connection) => {
    connection.exec(`
CREATE TABLE register (
  user TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL,
  stamp TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (user, kind, id)
) STRICT, WITHOUT ROWID;

INSERT INTO register (user, kind, id, value, stamp, seq)
  SELECT setting.user, 'setting', 'general.' || field.key,
    CASE field.type
      WHEN 'true' THEN 'true'
      WHEN 'false' THEN 'false'
      WHEN 'text' THEN json_quote(field.value)
      ELSE coalesce(field.value, 'null')
    END,
    '000000000000-0000-0', 0
  FROM user_setting AS setting, json_each(setting.value) AS field
  WHERE setting.key = 'GENERAL';
INSERT INTO register (user, kind, id, value, stamp, seq)
  SELECT setting.user, 'setting', 'tag.' || tag.key, tag.value, '000000000000-0000-0', 0
  FROM user_setting AS setting, json_each(setting.value, '$.tags') AS tag
  WHERE setting.key = 'TAGS';
INSERT INTO register (user, kind, id, value, stamp, seq)
  SELECT user, 'view', id,
    json_object('title', title, 'filter', filter, 'icon', json(icon), 'createdMs', created_ms),
    '000000000000-0000-0', 0
  FROM saved_view;
DELETE FROM user_setting WHERE key IN ('GENERAL', 'TAGS');
DROP TABLE saved_view;

UPDATE register SET seq =
  coalesce((SELECT value FROM counter WHERE name = 'seq'), 0)
  + (SELECT count(*) FROM register AS earlier
     WHERE (earlier.user, earlier.kind, earlier.id) <= (register.user, register.kind, register.id));
INSERT INTO feed (scope, kind, entity, seq, op)
  SELECT 'u:' || substr(user, length('users/') + 1), kind, id, seq, 'up' FROM register;
INSERT INTO counter (name, value)
  SELECT 'seq', max(seq) FROM register HAVING count(*) > 0
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
`);
  },
};
