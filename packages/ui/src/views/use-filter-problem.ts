import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import { useMemo } from "react";
import { useLanguage } from "../language/language.ts";
import { viewStrings } from "./strings.ts";

export interface FilterProblem {
  /** Where, in UTF-16 units. */
  readonly offset: number;
  /** What is wrong, and what to write instead, in a sentence. */
  readonly words: string;
}

/** What is wrong with a filter, by the rules that the host has; null for one that it takes. */
export function useFilterProblem(filter: string): FilterProblem | null {
  const language = useLanguage();
  return useMemo(() => {
    if (filter.trim() === "") return null;
    const checked = compileFilter(filter, { schema: memoFilterSchema, nowMs: Date.now() });
    if (checked.ok) return null;
    const { message, position, suggestion } = checked.error;
    const problem = suggestion === undefined ? message : `${message}; ${suggestion}`;
    const sentence = /[?.]$/u.test(problem) ? problem : `${problem}.`;
    return { offset: position.offset, words: viewStrings.at(position.column, sentence) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is said in the language
  }, [filter, language]);
}
