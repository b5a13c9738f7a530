import { useQueryClient } from "@tanstack/react-query";
import type { Space, SpaceMember } from "@tidemark/client";
import { useFeedback } from "../../feedback/feedback.ts";
import { adminKey, answerOf, describeProblem, useServer } from "../ask-server.ts";
import { adminSpaceStrings as strings } from "./strings.ts";

/** Returns what an administrator does with a space. Each says how it went, and resolves to false if nothing was changed. */
export function useSpaceActions({ name, title }: Space) {
  const server = useServer();
  const queries = useQueryClient();
  const space = lastPart(name);

  async function done(asked: Promise<unknown>, words: string): Promise<boolean> {
    const { say, fail } = useFeedback.getState();
    try {
      await asked;
    } catch (error) {
      fail(strings.notChanged(describeProblem(error)));
      return false;
    }
    say(words);
    await queries.invalidateQueries({ queryKey: [adminKey] });
    return true;
  }

  return {
    rename: (to: string) =>
      done(
        answerOf(
          server.call("PATCH /api/v1/spaces/{space}", {
            params: { space },
            query: { updateMask: "title" },
            body: { title: to },
          }),
        ),
        strings.renamed(to),
      ),
    remove: () =>
      done(
        answerOf(server.call("DELETE /api/v1/spaces/{space}", { params: { space } })),
        strings.deleted(title),
      ),
    addMember: (user: string) =>
      done(
        answerOf(
          server.call("POST /api/v1/spaces/{space}/members", { params: { space }, body: { user } }),
        ),
        strings.added(user, title),
      ),
    changeRole: ({ user }: SpaceMember, role: SpaceMember["role"]) =>
      done(
        answerOf(
          server.call("PATCH /api/v1/spaces/{space}/members/{user}", {
            params: { space, user: lastPart(user) },
            query: { updateMask: "role" },
            body: { role },
          }),
        ),
        strings.changedRole[role](lastPart(user), title),
      ),
    removeMember: ({ user }: SpaceMember) =>
      done(
        answerOf(
          server.call("DELETE /api/v1/spaces/{space}/members/{user}", {
            params: { space, user: lastPart(user) },
          }),
        ),
        strings.removed(lastPart(user), title),
      ),
  };
}

/** Returns the last part of a resource name, such as the username in `users/bob`. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
