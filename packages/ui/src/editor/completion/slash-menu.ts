import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { FileText } from "lucide-react";
import { listTemplates, type Template } from "../../memo/templates.ts";
import type { WritingHelp } from "./help.ts";
import { choose } from "./insert-block.ts";
import { labelOf, rowOf } from "./option-row.ts";
import { type SlashCommand, slashCommands } from "./slash-commands.ts";
import { commandStrings, completionStrings } from "./strings.ts";
import type { Trigger } from "./trigger.ts";

/** Number of letters from which templates are also found by name. */
const minNameLength = 2;

const typedSlash = /(?<![^\s])\/(?<word>[^\s/]*)$/u;

/** Opens the menu of insertable blocks after a slash at the start of a line or after a space. */
export function slashTrigger(help: WritingHelp): Trigger {
  const commands = slashCommands(help);
  return {
    pattern: typedSlash,
    offer({ groups }, from) {
      const word = groups?.["word"]?.toLocaleLowerCase() ?? "";
      const rows = commands
        .filter((command) => isFoundBy(command, word))
        .map((command) => commandRow(command, word === ""));
      return result(from, rows);
    },
  };
}

/** Offers templates by name after the same slash. */
export function templateNameTrigger(help: WritingHelp): Trigger {
  return {
    pattern: typedSlash,
    async offer({ groups }, from, context) {
      const word = groups?.["word"] ?? "";
      if (word.length < minNameLength) return null;
      const templates = await templatesFor(help, word, context);
      return result(from, templates.map(templateRow));
    },
  };
}

/** Lists the templates after `/template` and a space, filtered by the text that follows. */
export function templateTrigger(help: WritingHelp): Trigger {
  return {
    pattern: /(?<![^\s])\/template (?<name>[^/]*)$/iu,
    async offer({ groups }, from, context) {
      const name = groups?.["name"] ?? "";
      const all = await templatesFor(help, "", context);
      const found = all.filter((template) => isNamed(template, name));
      if (found.length > 0) return result(from, found.map(templateRow));
      // Offer nothing to a user who is just writing a sentence.
      return name === "" || (all.length > 0 && !name.includes(" "))
        ? result(from, [emptyRow(all.length === 0)])
        : null;
    },
  };
}

function result(from: number, options: readonly Completion[]): CompletionResult | null {
  return options.length === 0 ? null : { from, filter: false, options };
}

function isFoundBy({ name, words }: SlashCommand, word: string): boolean {
  const label = commandStrings[name].toLocaleLowerCase();
  // In languages written without spaces, any part of a label matches.
  return (
    [...label.split(/\s+/), ...words].some((each) => each.startsWith(word)) ||
    (/[^\p{ASCII}]/u.test(word) && label.includes(word))
  );
}

function commandRow(command: SlashCommand, isWhole: boolean): Completion {
  const { name, icon, marks, isFirst = false, apply } = command;
  return rowOf(
    { label: commandStrings[name], detail: marks, apply },
    { icon, isFirst: isWhole && isFirst },
  );
}

async function templatesFor(
  { client, memoId }: WritingHelp,
  name: string,
  context: CompletionContext,
): Promise<Template[]> {
  const controller = new AbortController();
  context.addEventListener("abort", () => controller.abort(), { onDocChange: true });
  const all = await listTemplates(client, controller.signal).catch(() => []);
  return all.filter(
    (template) => template.id !== memoId && template.text !== "" && isNamed(template, name),
  );
}

function isNamed(template: Template, name: string): boolean {
  return template.name.toLocaleLowerCase().includes(name.trim().toLocaleLowerCase());
}

function templateRow(template: Template): Completion {
  const { name, text } = template;
  return rowOf(
    {
      ...labelOf(template, name),
      apply(view, chosen, from, to) {
        choose(view, chosen, {
          changes: { from, to, insert: text },
          selection: { anchor: from + view.state.toText(text).length },
        });
      },
    },
    { icon: FileText },
  );
}

/** Returns a row that explains why there are no templates. Choosing it deletes the command. */
function emptyRow(hasNone: boolean): Completion {
  const label = hasNone ? completionStrings.noTemplates : completionStrings.noSuchTemplate;
  return rowOf(
    {
      label,
      apply: (view, chosen, from, to) => choose(view, chosen, { changes: { from, to } }),
    },
    hasNone ? { excerpt: [completionStrings.howToTemplate] } : {},
  );
}
