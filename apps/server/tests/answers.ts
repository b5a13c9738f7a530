import { parseJson } from "@tidemark/core";
import { z } from "zod";

const anyObject = z.record(z.string(), z.unknown());
const signedIn = z.looseObject({ accessToken: z.string() });

/** Whatever an object of JSON holds; a test says what it expects of it. */
export function objectOf(text: string): Record<string, unknown> {
  return parseJson(anyObject, text);
}

/** What an answer says; one without a body says nothing. */
export async function bodyOf(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  return text === "" ? {} : objectOf(text);
}

/** The token that a sign-in is answered with. */
export async function tokenOf(answer: Response): Promise<string> {
  return parseJson(signedIn, await answer.text()).accessToken;
}
