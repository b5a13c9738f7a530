import { useQueryClient } from "@tanstack/react-query";
import type { User } from "@tidemark/client";
import { useFeedback } from "../../feedback/feedback.ts";
import { adminKey, answerOf, describeProblem, refusalCodeOf, useServer } from "../ask-server.ts";
import { createLink } from "./create-link.ts";
import { userStrings as strings } from "./strings.ts";

/** Change of an account: one of role, state and password. */
export type UserChange =
  | { readonly role: User["role"] }
  | { readonly state: User["state"] }
  /** `currentPassword` is that of the administrator's own account. */
  | { readonly password: string; readonly currentPassword?: string };

/** Returns what an administrator does with an account. Each says how it went. */
export function useUserActions({ username }: User) {
  const server = useServer();
  const queries = useQueryClient();
  const { say, fail } = useFeedback.getState();
  const readAgain = () => queries.invalidateQueries({ queryKey: [adminKey] });

  /** Resolves to false if nothing was changed. */
  async function change(to: UserChange): Promise<boolean> {
    try {
      const [updateMask = ""] = Object.keys(to);
      await answerOf(
        server.call("PATCH /api/v1/users/{user}", {
          params: { user: username },
          query: { updateMask },
          body: to,
        }),
      );
      say(wordsOf(to, username));
      await readAgain();
      return true;
    } catch (error) {
      const isLast = !("password" in to) && refusalCodeOf(error) === "FAILED_PRECONDITION";
      fail(
        isLast ? strings.lastAdministrator(username) : strings.notChanged(describeProblem(error)),
      );
      return false;
    }
  }

  async function signOut(): Promise<void> {
    try {
      await answerOf(
        server.call("POST /api/v1/users/{user}:signOut", { params: { user: username } }),
      );
      say(strings.signedOut(username));
      await readAgain();
    } catch (error) {
      fail(strings.notSignedOut(describeProblem(error)));
    }
  }

  /** Closes the account; with `purge` its content is removed for good. */
  async function close({ purge }: { readonly purge: boolean }): Promise<void> {
    try {
      const { purged } = await answerOf(
        server.call("DELETE /api/v1/users/{user}", {
          params: { user: username },
          ...(purge && { query: { purge } }),
        }),
      );
      say(
        purged === undefined
          ? strings.closed(username)
          : strings.erased(username, purged.memos, purged.attachments),
      );
      await readAgain();
    } catch (error) {
      const isLast = refusalCodeOf(error) === "FAILED_PRECONDITION";
      fail(
        isLast ? strings.lastAdministrator(username) : strings.notClosed(describeProblem(error)),
      );
    }
  }

  return { change, signOut, close, createLink: () => createLink(server, username) };
}

function wordsOf(to: UserChange, username: string): string {
  if ("role" in to) return strings.changedRole[to.role](username);
  if ("state" in to) return strings.changedState[to.state](username);
  return strings.passwordSet(username);
}
