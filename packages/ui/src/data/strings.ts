import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const dataStrings = sentences({
  unreachable: msg`Tidemark didn’t respond. Your text is still here. Try again.`,
  outOfSpace: msg`This browser has no more space for Tidemark. Nothing was saved.`,
});

/** Error messages by code. Other languages than English show them before core's English message. */
export const errorStrings = sentences({
  INVALID_ARGUMENT: (words: string) => msg`Something isn’t valid. (${words})`,
  FAILED_PRECONDITION: (words: string) => msg`That isn’t possible right now. (${words})`,
  UNAUTHENTICATED: (words: string) => msg`Sign-in failed. (${words})`,
  TOKEN_EXPIRED: (words: string) => msg`Your sign-in has expired. Sign in again. (${words})`,
  TOKEN_REVOKED: (words: string) => msg`You were signed out remotely. (${words})`,
  PERMISSION_DENIED: (words: string) => msg`You don’t have permission to do that. (${words})`,
  NOT_FOUND: (words: string) => msg`It no longer exists. (${words})`,
  METHOD_NOT_ALLOWED: (words: string) => msg`The server doesn’t support that. (${words})`,
  REQUEST_TIMEOUT: (words: string) => msg`That took too long. Try again. (${words})`,
  ALREADY_EXISTS: (words: string) => msg`It already exists. (${words})`,
  TOO_LARGE: (words: string) => msg`It’s too large. (${words})`,
  UNSUPPORTED_MEDIA_TYPE: (words: string) => msg`The server doesn’t accept this type. (${words})`,
  RESOURCE_EXHAUSTED: (words: string) => msg`Too many requests. Try again later. (${words})`,
  INTERNAL: (words: string) => msg`Something went wrong. Try again. (${words})`,
  UNIMPLEMENTED: (words: string) => msg`That isn’t supported. (${words})`,
  UNAVAILABLE: (words: string) => msg`Can’t connect right now. Try again later. (${words})`,
});
