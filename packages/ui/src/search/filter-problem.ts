import type { FilterError } from "@tidemark/core";
import { languageNow } from "../language/language.ts";
import { filterProblemStrings as strings } from "./filter-problem-strings.ts";

/** Returns the error of a filter with its position, as a sentence in the app's language. */
export function describeFilterError(error: FilterError): string {
  return strings.at(error.position.column, problemOf(error));
}

/** The parser's own words are more precise, but only in English. */
function problemOf(error: FilterError): string {
  const { message, suggestion } = error;
  if (languageNow().startsWith("en")) {
    const problem = suggestion === undefined ? message : `${message}; ${suggestion}`;
    return /[?.]$/u.test(problem) ? problem : `${problem}.`;
  }
  const instead = insteadOf(suggestion);
  const problem = sentenceOf(error);
  return instead === null ? problem : `${problem} ${strings.instead(instead)}`;
}

function sentenceOf({ kind, message }: FilterError): string {
  const name = /"(?:[^"\\]|\\.)*"/u.exec(message)?.[0] ?? "";
  switch (kind) {
    case "unknown-identifier":
      return strings.unknownField(name);
    case "unknown-function":
      return strings.unknownFunction(name);
    default:
      return strings.kinds[kind];
  }
}

/** Returns the code that a suggestion is about; null if it has other words too. */
function insteadOf(suggestion = ""): string | null {
  const code = /^(?:write|did you mean) (.+?)\??$/u.exec(suggestion)?.[1] ?? "";
  return /^\S+(?: (?:in|==|>=|-) \S+)*$/u.test(code) ? code : null;
}
