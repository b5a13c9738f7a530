import type { Client } from "@tidemark/client";
import { useFeedback } from "../../feedback/feedback.ts";
import { answerOf, describeProblem } from "../ask-server.ts";
import type { CreatedLink } from "./password-link.tsx";
import { userStrings as strings } from "./strings.ts";

/** Creates a link with which a user chooses a password. Returns null after a message if there is none. */
export async function createLink(server: Client, username: string): Promise<CreatedLink | null> {
  try {
    const created = await answerOf(
      server.call("POST /api/v1/users/{user}:createPasswordLink", { params: { user: username } }),
    );
    return { username, ...created };
  } catch (error) {
    useFeedback.getState().fail(strings.noLink(describeProblem(error)));
    return null;
  }
}
