import type { Migration } from "../migration.ts";

/** Invitations to spaces, with role and expiry. */
export const spaceInvitations: Migration = {
  version: 40,
  name: "space invitations",
  up: (connection) => connection.exec(table),
  postgres: `
CREATE TABLE space_invitation (
  space text COLLATE "C" NOT NULL REFERENCES space (id) ON DELETE CASCADE,
  "user" text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL CHECK (role IN ('ADMIN', 'USER')),
  created_ms bigint NOT NULL,
  expires_ms bigint NOT NULL,
  PRIMARY KEY (space, "user")
);
CREATE INDEX space_invitation_by_user ON space_invitation ("user", space);
CREATE INDEX space_invitation_by_end ON space_invitation (expires_ms);
`,
};

const table = `
CREATE TABLE space_invitation (
  space TEXT NOT NULL REFERENCES space (id) ON DELETE CASCADE,
  user TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('ADMIN', 'USER')),
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  PRIMARY KEY (space, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX space_invitation_by_user ON space_invitation (user, space);
CREATE INDEX space_invitation_by_end ON space_invitation (expires_ms);
`;
