import { createSpaceService } from "@tidemark/core/space";
import { Crash } from "./crash.ts";
import { Broken } from "./failure.ts";
import type { World } from "./world.ts";
import { usernameOf } from "@tidemark/core/names";

/** Adds the accounts and a space, with two of them as members. */
export async function addAccounts({ server, nowMs }: World): Promise<void> {
  await server.file.peek.write(async ({ users, spaces }) => {
    for (const username of ["alice", "bob", "carol"]) {
      await users.insert({
        username,
        role: "USER",
        isHost: false,
        passwordHash: "",
        email: "",
        displayName: "",
        avatarUrl: "",
        description: "",
        state: "NORMAL",
        createdMs: nowMs,
        updatedMs: nowMs,
      });
    }
    await spaces.insert({ id: "s1", title: "One", description: "", createdMs: nowMs });
    for (const user of ["users/alice", "users/bob"] as const) {
      await spaces.saveMember({ space: "s1", user, role: "USER" });
    }
  });
}

/** Returns the resource names of a user's spaces, from the server's database. */
export function spacesOf({ server }: World, user: string): string[] {
  return server.file
    .all<{ space: string; user: string }>("SELECT space, user FROM space_member ORDER BY space")
    .flatMap((row) => (row.user === user ? [`spaces/${row.space}`] : []));
}

/** Adds and removes members as an administrator until the space has exactly the given users. */
export async function setMembers(
  world: World,
  space: string,
  wanted: readonly string[],
): Promise<void> {
  const { process } = world.server;
  if (process === null) return;
  const spaces = createSpaceService(process.memoDeps);
  const id = space.slice("spaces/".length);
  const admin = { name: "users/root", role: "ADMIN", spaces: [], scope: null, device: "" } as const;
  try {
    for (const user of ["users/alice", "users/bob", "users/carol"] as const) {
      const username = usernameOf(user);
      const isMember = spacesOf(world, user).includes(space);
      if (isMember === wanted.includes(user)) continue;
      const done = isMember
        ? await spaces.removeMember(admin, id, username)
        : await spaces.saveMember(admin, id, { user: username, role: "USER" });
      if (!done.ok) throw new Broken("throws", `members of ${space}: ${done.error.message}`);
    }
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    world.server.process = null;
  }
}
