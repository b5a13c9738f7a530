import type { AppError } from "@tidemark/core";
import type { AppRouter } from "@tidemark/core/router";
import { TRPCClientError, type TRPCClient } from "@trpc/client";
import { createContext, use } from "react";
import { languageNow } from "../language/language.ts";
import { dataStrings, errorStrings } from "./strings.ts";

/** tRPC client of the open profile: over a message port in Electron, over HTTP in a browser. */
export type TidemarkClient = TRPCClient<AppRouter>;

const ClientContext = createContext<TidemarkClient | null>(null);
export const ClientProvider = ClientContext.Provider;

export function useClient(): TidemarkClient {
  const client = use(ClientContext);
  if (client === null) throw new Error("no client: render inside mountTidemark");
  return client;
}

/** Returns the expected failure of a rejected call, or null if the call itself broke. */
export function findAppError(error: unknown): AppError | null {
  return error instanceof TRPCClientError ? (dataOf(error)?.app ?? null) : null;
}

/** Returns true if a call broke before it was answered: the host may or may not have run it. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TRPCClientError && dataOf(error) === null;
}

/** Returns a sentence for the user, whatever was thrown. */
export function describeError(error: unknown): string {
  const failure = findAppError(error);
  return failure === null ? dataStrings.unreachable : wordsOfFailure(failure);
}

/** Returns the sentence for an expected failure. */
export function wordsOfFailure(failure: AppError): string {
  if (failure.isOutOfSpace === true) return dataStrings.outOfSpace;
  const words = asSentence(failure.message);
  // Core's messages are English; other languages put the translated error code first.
  return languageNow() === "en" ? words : errorStrings[failure.code](words);
}

/** Capitalises a message of core and adds a full stop. */
function asSentence(message: string): string {
  const end = /[.!?…]$/u.test(message) ? "" : ".";
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${end}`;
}

interface ErrorData {
  readonly app?: AppError | null;
}

function dataOf(error: TRPCClientError<AppRouter>): ErrorData | null {
  const data: unknown = error.data;
  return typeof data === "object" && data !== null ? (data as ErrorData) : null;
}
