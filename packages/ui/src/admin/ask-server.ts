import { type Client, createClient, type CurrentError, type Outcome } from "@tidemark/client";
import type { AppError, ErrorCode } from "@tidemark/core";
import type { AdministrationRequest } from "@tidemark/core/router";
import { useMemo } from "react";
import { describeError, useClient, wordsOfFailure } from "../data/client.tsx";
import { errorStrings } from "../data/strings.ts";

/** Prefix of the keys of all queries of the administration. */
export const adminKey = "administration";

/** Refusal of a request by the server. */
export class ServerRefusal extends Error {
  override readonly name = "ServerRefusal";
  readonly failure: AppError;
  constructor(failure: AppError) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Returns a client of the server's API, whose requests the host forwards with its session. */
export function useServer(): Client {
  const host = useClient();
  return useMemo(() => {
    const forward = async (address: string, { method, body }: RequestInit): Promise<Response> => {
      const answer = await host.administration.ask.mutate({
        method: method as AdministrationRequest["method"],
        path: address,
        body: typeof body === "string" ? body : null,
      });
      return new Response(answer.body, { status: answer.status });
    };
    return createClient({
      url: "",
      token: null,
      fetch: (address, init = {}) => forward(address as string, init),
    });
  }, [host]);
}

/** Returns the body of an answer. Rejects with a `ServerRefusal` if the server refused. */
export async function answerOf<T>(asked: Promise<Outcome<T>>): Promise<T> {
  const outcome = await asked;
  if (outcome.ok) return outcome.body;
  throw new ServerRefusal(failureOf(outcome.body as CurrentError));
}

/** Returns the code of a refusal; null for other errors. */
export function refusalCodeOf(error: unknown): ErrorCode | null {
  return error instanceof ServerRefusal ? error.failure.code : null;
}

/** Returns a sentence for a refusal, or for a request that failed. */
export function describeProblem(error: unknown): string {
  return error instanceof ServerRefusal ? wordsOfFailure(error.failure) : describeError(error);
}

/** Reads an error of the API (docs/errors.md). */
function failureOf({ message, details }: CurrentError): AppError {
  const reason = details.map((detail) => detail["reason"]).find(isCode);
  const isInvalid = details.some((detail) => Array.isArray(detail["fieldViolations"]));
  const code = reason ?? (isInvalid ? "INVALID_ARGUMENT" : "INTERNAL");
  return { type: "app-error", code, message, fields: [] };
}

function isCode(reason: unknown): reason is ErrorCode {
  return typeof reason === "string" && Object.hasOwn(errorStrings, reason);
}
