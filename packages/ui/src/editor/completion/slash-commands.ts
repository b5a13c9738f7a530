import { type Completion, startCompletion } from "@codemirror/autocomplete";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import {
  Code,
  FileText,
  Heading,
  Image,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Mic,
  Minus,
  Quote,
  Table,
} from "lucide-react";
import {
  type Format,
  toggleBullets,
  toggleHeading,
  toggleNumbers,
  toggleQuote,
  toggleTasks,
} from "../markdown/format.ts";
import { editorStrings } from "../strings.ts";
import type { WritingHelp } from "./help.ts";
import { type Block, choose, formatInstead, insertBlock } from "./insert-block.ts";
import type { commandStrings } from "./strings.ts";

export interface SlashCommand {
  /** Key of its label in `commandStrings`. */
  readonly name: keyof typeof commandStrings;
  readonly icon: LucideIcon;
  /** Markdown to type without the menu. */
  readonly marks: string;
  /** English search terms. */
  readonly words: readonly string[];
  /** Set for the first command of a group. */
  readonly isFirst?: boolean;
  apply(view: EditorView, chosen: Completion, from: number, to: number): void;
}

type Apply = SlashCommand["apply"];

function by(change: (state: EditorState, from: number, to: number) => TransactionSpec): Apply {
  return (view, chosen, from, to) => choose(view, chosen, change(view.state, from, to));
}

function formatting(format: Format): Apply {
  return by((state, from, to) => formatInstead(state, from, to, format));
}

function inserting(block: () => Block): Apply {
  return by((state, from, to) => insertBlock(state, from, to, block()));
}

function table(): Block {
  const [first, second] = [editorStrings.column(1), editorStrings.column(2)];
  const text = `| ${first} | ${second} |\n| --- | --- |\n|  |  |`;
  return { text, anchor: 2, head: 2 + first.length };
}

/** Returns the commands of the menu, in order. */
export function slashCommands({ chooseFiles, record }: WritingHelp): readonly SlashCommand[] {
  return [
    {
      name: "heading",
      icon: Heading,
      marks: "#",
      words: ["heading", "title", "h1"],
      apply: formatting(toggleHeading(1)),
    },
    {
      name: "list",
      icon: List,
      marks: "-",
      words: ["list", "bullets", "ul"],
      apply: formatting(toggleBullets),
    },
    {
      name: "numbers",
      icon: ListOrdered,
      marks: "1.",
      words: ["numbers", "ordered", "ol"],
      apply: formatting(toggleNumbers),
    },
    {
      name: "task",
      icon: ListChecks,
      marks: "- [ ]",
      words: ["task", "todo", "check"],
      apply: formatting(toggleTasks),
    },
    {
      name: "quote",
      icon: Quote,
      marks: ">",
      words: ["quote", "blockquote"],
      isFirst: true,
      apply: formatting(toggleQuote),
    },
    {
      name: "code",
      icon: Code,
      marks: "```",
      words: ["code", "block", "fence"],
      apply: inserting(() => ({ text: "```\n\n```", anchor: 4 })),
    },
    { name: "table", icon: Table, marks: "|", words: ["table", "grid"], apply: inserting(table) },
    {
      name: "divider",
      icon: Minus,
      marks: "---",
      words: ["divider", "rule", "line", "hr"],
      apply: inserting(() => ({ text: "---\n", anchor: 4 })),
    },
    {
      name: "file",
      icon: Image,
      marks: "Ctrl+V",
      words: ["image", "file", "picture", "photo", "attach", "upload"],
      isFirst: true,
      apply(view, chosen, from, to) {
        choose(view, chosen, { changes: { from, to } });
        // In the same event: browsers open a file chooser only during a user gesture.
        chooseFiles(view);
      },
    },
    {
      name: "record",
      icon: Mic,
      marks: "",
      words: ["record", "recording", "voice", "audio", "microphone", "dictate"],
      apply(view, chosen, from, to) {
        choose(view, chosen, { changes: { from, to } });
        record(true);
      },
    },
    {
      name: "template",
      icon: FileText,
      marks: "",
      words: ["template", "snippet"],
      apply(view, chosen, from, to) {
        const typed = "/template ";
        choose(view, chosen, {
          changes: { from, to, insert: typed },
          selection: { anchor: from + typed.length },
        });
        startCompletion(view);
      },
    },
  ];
}
