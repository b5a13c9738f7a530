import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const dataStrings = sentences({
  unreachable: msg`Tidemark did not answer. Your text is still here; try again.`,
});

/** What stands before the words of core, which are English, in every other language. */
export const errorStrings = sentences({
  INVALID_ARGUMENT: (words: string) => msg`Something in it is not valid. (${words})`,
  FAILED_PRECONDITION: (words: string) => msg`That cannot be done as things are. (${words})`,
  UNAUTHENTICATED: (words: string) => msg`The sign-in was not accepted. (${words})`,
  TOKEN_EXPIRED: (words: string) => msg`The sign-in has expired: sign in again. (${words})`,
  TOKEN_REVOKED: (words: string) => msg`The sign-in was ended from elsewhere. (${words})`,
  PERMISSION_DENIED: (words: string) => msg`You may not do that. (${words})`,
  NOT_FOUND: (words: string) => msg`It is not there any more. (${words})`,
  METHOD_NOT_ALLOWED: (words: string) => msg`The server does not do that. (${words})`,
  REQUEST_TIMEOUT: (words: string) => msg`It took too long. Try again. (${words})`,
  ALREADY_EXISTS: (words: string) => msg`There is one already. (${words})`,
  TOO_LARGE: (words: string) => msg`It is too large. (${words})`,
  UNSUPPORTED_MEDIA_TYPE: (words: string) => msg`The server does not take this kind. (${words})`,
  RESOURCE_EXHAUSTED: (words: string) =>
    msg`That was too much at once. Try again later. (${words})`,
  INTERNAL: (words: string) => msg`Something broke. Try again. (${words})`,
  UNIMPLEMENTED: (words: string) => msg`That is not possible there. (${words})`,
  UNAVAILABLE: (words: string) => msg`It cannot be reached just now. Try again later. (${words})`,
});
