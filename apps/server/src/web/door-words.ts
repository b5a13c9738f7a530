import type { FastifyRequest } from "fastify";
import { type PageLanguage, pageLanguage, pageWords } from "../pages/page-words.ts";

export type DoorWords = (typeof pageWords)["en"]["door"];

/** Returns the language that a browser asks for, and the words of pages in it. */
export function doorWords(request: FastifyRequest): {
  readonly language: PageLanguage;
  readonly words: DoorWords;
} {
  const language = pageLanguage(request.headers["accept-language"]);
  return { language, words: pageWords[language].door };
}
