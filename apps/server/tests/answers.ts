import { parseJson } from "@tidemark/core";
import { z } from "zod";

const anyObject = z.record(z.string(), z.unknown());
const signedIn = z.looseObject({ accessToken: z.string() });

/** Names of headers that differ in every answer. */
export const headersOfEach: ReadonlySet<string> = new Set(["date", "x-request-id"]);

/** Parses a JSON object without validating its fields. */
export function objectOf(text: string): Record<string, unknown> {
  return parseJson(anyObject, text);
}

/** Returns the parsed JSON body of a response; `{}` if it is empty. */
export async function bodyOf(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  return text === "" ? {} : objectOf(text);
}

/** Returns the access token in a sign-in response. */
export async function tokenOf(answer: Response): Promise<string> {
  return parseJson(signedIn, await answer.text()).accessToken;
}
