import { Toolbar } from "@base-ui/react/toolbar";
import type { EditorView } from "@codemirror/view";
import {
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Quote,
  Strikethrough,
  type LucideIcon,
} from "lucide-react";
import type { RefObject } from "react";
import { applyFormat } from "./editing-keys.ts";
import {
  cycleHeading,
  insertLink,
  toggleBullets,
  toggleInline,
  toggleNumbers,
  toggleQuote,
  toggleTasks,
  type Format,
} from "./format.ts";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";

type FormatName =
  | "bold"
  | "italic"
  | "strike"
  | "code"
  | "heading"
  | "bullets"
  | "numbers"
  | "task"
  | "quote"
  | "link";

interface ToolbarButton {
  readonly icon: LucideIcon;
  /** Its name among the sentences. */
  readonly name: FormatName;
  readonly keys: string;
  readonly format: Format;
}

const groups: readonly (readonly ToolbarButton[])[] = [
  [
    { icon: Bold, name: "bold", keys: "Ctrl+B", format: toggleInline("**") },
    { icon: Italic, name: "italic", keys: "Ctrl+I", format: toggleInline("*") },
    {
      icon: Strikethrough,
      name: "strike",
      keys: "Ctrl+Shift+X",
      format: toggleInline("~~"),
    },
    { icon: Code, name: "code", keys: "Ctrl+E", format: toggleInline("`") },
  ],
  [
    { icon: Heading, name: "heading", keys: "Ctrl+Alt+1…3", format: cycleHeading },
    { icon: List, name: "bullets", keys: "Ctrl+Shift+8", format: toggleBullets },
    {
      icon: ListOrdered,
      name: "numbers",
      keys: "Ctrl+Shift+7",
      format: toggleNumbers,
    },
    { icon: ListChecks, name: "task", keys: "Ctrl+Shift+9", format: toggleTasks },
    { icon: Quote, name: "quote", keys: "Ctrl+Shift+B", format: toggleQuote },
  ],
  [{ icon: Link, name: "link", keys: "Ctrl+K", format: insertLink }],
];

/** One stop for Tab; the arrows move inside. */
export function FormatToolbar({ view }: { readonly view: RefObject<EditorView | null> }) {
  useLanguage();
  return (
    <Toolbar.Root
      aria-label={editorStrings.formatting}
      className="flex min-w-0 flex-wrap items-center"
    >
      {groups.map((group, index) => (
        <Toolbar.Group key={group[0]?.name} className="flex flex-wrap items-center">
          {index > 0 && <Toolbar.Separator className="mx-1 h-4 w-px flex-none bg-border" />}
          {group.map(({ icon: Icon, name, keys, format }) => (
            <Toolbar.Button
              key={name}
              aria-label={editorStrings[name]}
              title={editorStrings.withKeys(editorStrings[name], keys)}
              className="icon-button size-7!"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (view.current !== null) applyFormat(view.current, format);
              }}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
            </Toolbar.Button>
          ))}
        </Toolbar.Group>
      ))}
    </Toolbar.Root>
  );
}
