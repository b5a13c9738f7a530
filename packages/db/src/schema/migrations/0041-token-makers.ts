import type { Migration } from "../migration.ts";

const index = "CREATE INDEX access_token_by_maker ON access_token (maker) WHERE maker IS NOT NULL;";

/** Maker of each access token, so both are revoked together. */
export const tokenMakers: Migration = {
  version: 41,
  name: "token makers",
  up: (connection) => connection.exec(`ALTER TABLE access_token ADD COLUMN maker TEXT; ${index}`),
  postgres: `ALTER TABLE access_token ADD COLUMN maker text COLLATE "C"; ${index}`,
};
