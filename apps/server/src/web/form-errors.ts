import type { AppError } from "@tidemark/core";
import type { DoorWords } from "./door-words.ts";

/** Problem with a posted form: the field, "" for the whole form, and the sentence. */
export type FormProblem = readonly [field: string, sentence: string];

/** Sentences for the problems that core finds with a new username or password, by its own words. */
const bySentence: Readonly<Record<string, keyof DoorWords>> = {
  "1 to 36 letters, digits or inner hyphens, and not only digits": "usernameInvalid",
  "is reserved": "usernameReserved",
  "needs 8 characters or more": "passwordShort",
  "has more than 1024 characters": "passwordLong",
  "must not contain control characters": "passwordControl",
  "is one of the most common passwords; choose another": "passwordCommon",
};

/**
 * Returns the problem in the reader's language; null for one that no sentence describes. `denied` is the
 * meaning of PERMISSION_DENIED in this form.
 */
export function formProblem(
  error: AppError,
  words: DoorWords,
  denied: FormProblem,
): FormProblem | null {
  switch (error.code) {
    case "UNAUTHENTICATED":
      return ["password", words.wrongPassword];
    case "RESOURCE_EXHAUSTED":
      return ["", words.tooMany(Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 60_000)))];
    case "ALREADY_EXISTS":
      return ["username", words.usernameTaken];
    case "PERMISSION_DENIED":
      return denied;
    case "INVALID_ARGUMENT": {
      const [{ field, issue } = { field: "", issue: "" }] = error.fields ?? [];
      const key = bySentence[issue];
      const sentence = key === undefined ? undefined : words[key];
      return typeof sentence === "string" ? [field, sentence] : null;
    }
    default:
      return null;
  }
}
