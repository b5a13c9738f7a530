import type { AppError } from "@tidemark/core";
import type { AppRouter } from "@tidemark/core/router";
import { TRPCClientError, type TRPCClient } from "@trpc/client";
import { createContext, use } from "react";
import { languageNow } from "../language/language.ts";
import { dataStrings, errorStrings } from "./strings.ts";

/** The way to the profile that is shown: over a port in Electron, over HTTP in a browser. */
export type TidemarkClient = TRPCClient<AppRouter>;

const ClientContext = createContext<TidemarkClient | null>(null);
export const ClientProvider = ClientContext.Provider;

export function useClient(): TidemarkClient {
  const client = use(ClientContext);
  if (client === null) throw new Error("no client: render inside mountTidemark");
  return client;
}

/** The expected failure inside a rejected call, or null when the call itself broke. */
export function findAppError(error: unknown): AppError | null {
  return error instanceof TRPCClientError ? (dataOf(error)?.app ?? null) : null;
}

/** Whether a call broke before it was answered: nobody knows whether it was done. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TRPCClientError && dataOf(error) === null;
}

/** One sentence for a person, whatever was thrown. */
export function describeError(error: unknown): string {
  const failure = findAppError(error);
  return failure === null ? dataStrings.unreachable : wordsOfFailure(failure);
}

/** The same of an expected failure. */
export function wordsOfFailure(failure: AppError): string {
  const words = asSentence(failure.message);
  // Core speaks English: elsewhere its code is said first, and its words after that.
  return languageNow() === "en" ? words : errorStrings[failure.code](words);
}

/** Messages of core begin in lower case and end without a full stop; a person gets a whole sentence. */
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
