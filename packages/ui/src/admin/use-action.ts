import { useQueryClient } from "@tanstack/react-query";
import { useFeedback } from "../feedback/feedback.ts";
import { adminKey, describeProblem } from "./ask-server.ts";

/** Returns a function that reports how a change on the server went, and resolves to false if nothing was changed. */
export function useAction() {
  const queries = useQueryClient();
  return async (
    asked: Promise<unknown>,
    words: { readonly done: string; failed(problem: string): string },
  ): Promise<boolean> => {
    const { say, fail } = useFeedback.getState();
    try {
      await asked;
    } catch (error) {
      fail(words.failed(describeProblem(error)));
      return false;
    }
    say(words.done);
    await queries.invalidateQueries({ queryKey: [adminKey] });
    return true;
  };
}
