export type SpaceRole = "ADMIN" | "USER";

/** A circle of users. Memos of visibility SPACE are for its members. */
export interface SpaceRecord {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly createdMs: number;
}

export interface SpaceMember {
  /** Id of the space. */
  readonly space: string;
  /** Resource name `users/<username>`. */
  readonly user: string;
  readonly role: SpaceRole;
}

export interface SpaceReader {
  find(id: string): Promise<SpaceRecord | null>;
  /** Oldest first. */
  list(): Promise<SpaceRecord[]>;
  /** In order of user. */
  members(space: string): Promise<SpaceMember[]>;
  findMember(space: string, user: string): Promise<SpaceMember | null>;
  /** In order of space. */
  memberships(user: string): Promise<SpaceMember[]>;
}

export interface SpaceStore extends SpaceReader {
  insert(space: SpaceRecord): Promise<void>;
  update(space: SpaceRecord): Promise<void>;
  /** Its memberships go with it. */
  remove(id: string): Promise<void>;
  /** Adds a member, or changes the role of one. */
  saveMember(member: SpaceMember): Promise<void>;
  removeMember(space: string, user: string): Promise<void>;
}
