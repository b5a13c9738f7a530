import type { Space, SpaceMember } from "@tidemark/client";
import { answerOf, useServer } from "../ask-server.ts";
import { lastPart } from "../last-part.ts";
import { useAction } from "../use-action.ts";
import { adminSpaceStrings as strings } from "./strings.ts";

/** Returns what an administrator does with a space. Each says how it went, and resolves to false if nothing was changed. */
export function useSpaceActions({ name, title }: Space) {
  const server = useServer();
  const act = useAction();
  const space = lastPart(name);

  const done = (asked: Promise<unknown>, words: string): Promise<boolean> =>
    act(asked, { done: words, failed: strings.notChanged });

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
