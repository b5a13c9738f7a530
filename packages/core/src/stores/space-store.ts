import type { UserReference } from "../names/names.ts";

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
  readonly user: UserReference;
  readonly role: SpaceRole;
}

export interface SpaceReader {
  find(id: string): Promise<SpaceRecord | null>;
  /** Oldest first. */
  list(): Promise<SpaceRecord[]>;
  /** The spaces that a user is a member of, oldest first. */
  listByMember(user: UserReference): Promise<SpaceRecord[]>;
  /** How many members each of these spaces has; one without any is left out. */
  countMembers(spaces: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** In order of user. */
  members(space: string): Promise<SpaceMember[]>;
  findMember(space: string, user: UserReference): Promise<SpaceMember | null>;
  /** In order of space. */
  memberships(user: UserReference): Promise<SpaceMember[]>;
}

export interface SpaceStore extends SpaceReader {
  insert(space: SpaceRecord): Promise<void>;
  update(space: SpaceRecord): Promise<void>;
  /** Its memberships and invitations go with it. */
  remove(id: string): Promise<void>;
  /** Adds a member, or changes the role of one. */
  saveMember(member: SpaceMember): Promise<void>;
  removeMember(space: string, user: UserReference): Promise<void>;
}

/** An account that may join a space, until the invitation ends. */
export interface SpaceInvitation extends SpaceMember {
  readonly createdMs: number;
  readonly expiresMs: number;
}

/** Finds invitations, also those that have ended and are not removed yet. */
export interface SpaceInvitationReader {
  find(space: string, user: UserReference): Promise<SpaceInvitation | null>;
  /** In order of user. */
  listBySpace(space: string): Promise<SpaceInvitation[]>;
  /** In order of space. */
  listByUser(user: UserReference): Promise<SpaceInvitation[]>;
}

/** Invitations to spaces, with which they go. */
export interface SpaceInvitationStore extends SpaceInvitationReader {
  /** Adds an invitation, or replaces the one that the user has to this space. */
  save(invitation: SpaceInvitation): Promise<void>;
  remove(space: string, user: UserReference): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
  removeExpired(nowMs: number): Promise<void>;
}
