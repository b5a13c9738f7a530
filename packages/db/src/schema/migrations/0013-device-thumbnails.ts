import type { Migration } from "../migration.ts";

/**
 * Thumbnails of pictures that a device doesn't download automatically. A thumbnail is in use as long as its
 * picture.
 */
export const deviceThumbnails: Migration = {
  version: 13,
  name: "small versions of pictures on devices",
  up: (connection) =>
    connection.exec(`
CREATE TABLE blob_thumbnail (
  sha256 TEXT NOT NULL PRIMARY KEY,
  attachment TEXT NOT NULL,
  small TEXT,
  small_bytes INTEGER,
  attempts INTEGER NOT NULL,
  order_ms INTEGER NOT NULL,
  retry_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX blob_thumbnail_by_small ON blob_thumbnail (small) WHERE small IS NOT NULL;

DROP VIEW blob_in_use;
CREATE VIEW blob_in_use AS
  SELECT sha256 FROM attachment WHERE sha256 IS NOT NULL
  UNION ALL
  SELECT json_extract(op, '$.sha256') FROM outbox
    WHERE entity LIKE 'attachment:%' AND json_extract(op, '$.sha256') IS NOT NULL
  UNION ALL
  SELECT blob_thumbnail.small FROM blob_thumbnail
    JOIN attachment ON attachment.sha256 = blob_thumbnail.sha256
    WHERE blob_thumbnail.small IS NOT NULL;

INSERT OR IGNORE INTO blob_thumbnail (sha256, attachment, attempts, order_ms, retry_ms)
  SELECT sha256, id, 0, created_ms, 0 FROM attachment
  WHERE sha256 IS NOT NULL AND size_bytes >= 5000000 AND mime_type IN
    ('image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif')
    AND id NOT IN (SELECT attachment FROM blob_upload)
    -- A server makes them itself.
    AND NOT EXISTS (SELECT 1 FROM user_account);
`),
};
