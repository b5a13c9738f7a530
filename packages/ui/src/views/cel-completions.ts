import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { memoFilterSchema } from "@tidemark/core/filter";
import { fieldStrings } from "./strings.ts";

const visibilities = ["PRIVATE", "PROTECTED", "PUBLIC", "SPACE"];

/** Completes fields and common expressions, and tags and visibilities inside quotes. */
export function celCompletions(tags: () => readonly { readonly tag: string }[]): Extension {
  return autocompletion({
    override: [(context) => insideText(context, tags()) ?? outsideText(context)],
    activateOnTypingDelay: 0,
    // Enter is for the list as soon as it is seen: in one line it has no other meaning.
    interactionDelay: 0,
    icons: false,
    maxRenderedOptions: 50,
  });
}

/** Completes an open string; the expression before it decides what is offered. */
function insideText(
  context: CompletionContext,
  tags: readonly { readonly tag: string }[],
): CompletionResult | null {
  const before = context.state.sliceDoc(0, context.pos);
  const [, text = ""] = /"((?:[^"\\]|\\.)*)$/u.exec(openText(before) ?? "") ?? [];
  if (openText(before) === null) return null;
  const from = context.pos - text.length;
  const lead = before.slice(0, from - 1);
  const offered = /visibility\s*(?:[=!]=|in\s*\[[^\]]*)\s*$/u.test(lead)
    ? visibilities
    : /(?:tag\s+in\s*\[[^\]]*|\bt\s*==\s*)$/u.test(lead) || isBeforeTags(context)
      ? tags.map(({ tag }) => tag)
      : [];
  if (offered.length === 0) return { from, options: [] };
  return { from, options: offered.map((label) => ({ label })), validFor: /^[^"]*$/u };
}

/** Returns true if the caret is followed by `" in tags`, with or without the closing quote. */
function isBeforeTags({ state, pos }: CompletionContext): boolean {
  return /^[^"]*"?\s*in\s+tags\b/u.test(state.sliceDoc(pos, pos + 40));
}

/** Returns the open string at the end, including its quote; null outside of a string. */
function openText(before: string): string | null {
  let from: number | null = null;
  for (let at = 0; at < before.length; at += 1) {
    const character = before.charAt(at);
    if (from !== null && character === "\\") at += 1;
    else if (character === '"') from = from === null ? at : null;
  }
  return from === null ? null : before.slice(from);
}

function outsideText(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[A-Za-z_]+/u);
  if (word === null && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: options(), validFor: /^\w*$/u };
}

function options(): Completion[] {
  const fields = Object.keys(memoFilterSchema.fields).map((label): Completion => {
    const info = isNamed(label) ? fieldStrings[label] : undefined;
    return info === undefined ? { label } : { label, detail: info };
  });
  return [
    ...fields,
    { label: "now", detail: fieldStrings.now },
    snippetCompletion('content.finds("${text}")', {
      label: "content.finds",
      detail: fieldStrings.findsText,
    }),
    snippetCompletion('content.contains("${text}")', {
      label: "content.contains",
      detail: fieldStrings.containsText,
    }),
    snippetCompletion('tag in ["${tag}"]', { label: "tag in", detail: fieldStrings.tag }),
    snippetCompletion('created_ts >= now - duration("${168h}")', {
      label: "created_ts >= now",
      detail: fieldStrings.lastDays,
    }),
  ];
}

function isNamed(field: string): field is keyof typeof fieldStrings {
  return Object.hasOwn(fieldStrings, field);
}
