import type { UserReference } from "../names/names.ts";

export type SpaceRole = "ADMIN" | "USER";

/** Group of users. Its members can read memos of visibility SPACE. */
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
  /** Returns the spaces, oldest first. */
  list(): Promise<SpaceRecord[]>;
  /** Returns the spaces that a user is a member of, oldest first. */
  listByMember(user: UserReference): Promise<SpaceRecord[]>;
  /** Returns the number of members of each space; leaves out spaces without any. */
  countMembers(spaces: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns the members in order of user. */
  members(space: string): Promise<SpaceMember[]>;
  findMember(space: string, user: UserReference): Promise<SpaceMember | null>;
  /** Returns the memberships in order of space. */
  memberships(user: UserReference): Promise<SpaceMember[]>;
}

export interface SpaceStore extends SpaceReader {
  insert(space: SpaceRecord): Promise<void>;
  update(space: SpaceRecord): Promise<void>;
  /** Deletes a space with its memberships and invitations. */
  remove(id: string): Promise<void>;
  /** Adds a member or changes their role. */
  saveMember(member: SpaceMember): Promise<void>;
  removeMember(space: string, user: UserReference): Promise<void>;
}

/** Invitation of an account to a space, valid until it expires. */
export interface SpaceInvitation extends SpaceMember {
  readonly createdMs: number;
  readonly expiresMs: number;
}

/** Finds invitations, including expired ones that aren't deleted yet. */
export interface SpaceInvitationReader {
  find(space: string, user: UserReference): Promise<SpaceInvitation | null>;
  /** Returns invitations in order of user. */
  listBySpace(space: string): Promise<SpaceInvitation[]>;
  /** Returns invitations in order of space. */
  listByUser(user: UserReference): Promise<SpaceInvitation[]>;
}

/** Invitations to spaces. They are deleted with their space. */
export interface SpaceInvitationStore extends SpaceInvitationReader {
  /** Adds an invitation, or replaces the user's invitation to this space. */
  save(invitation: SpaceInvitation): Promise<void>;
  remove(space: string, user: UserReference): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
  removeExpired(nowMs: number): Promise<void>;
}
