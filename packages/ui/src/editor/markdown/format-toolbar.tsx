import { Toolbar } from "@base-ui/react/toolbar";
import type { EditorView } from "@codemirror/view";
import {
  Bold,
  Code,
  Eye,
  Heading,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Quote,
  Strikethrough,
  Table,
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
import { useEditingView } from "../editing-view.ts";
import { editorStrings } from "../strings.ts";
import { alignOrInsert } from "./table/table-keys.ts";

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
  | "link"
  | "table";

interface ToolbarButton {
  readonly icon: LucideIcon;
  /** Its name among the sentences. */
  readonly name: FormatName;
  readonly keys: string;
  /** What it is for, where its name does not say all of it. */
  readonly hint?: "tableHint";
  run(view: EditorView): void;
}

function by(format: Format): (view: EditorView) => void {
  return (view) => applyFormat(view, format);
}

const groups: readonly (readonly ToolbarButton[])[] = [
  [
    { icon: Bold, name: "bold", keys: "Ctrl+B", run: by(toggleInline("**")) },
    { icon: Italic, name: "italic", keys: "Ctrl+I", run: by(toggleInline("*")) },
    {
      icon: Strikethrough,
      name: "strike",
      keys: "Ctrl+Shift+X",
      run: by(toggleInline("~~")),
    },
    { icon: Code, name: "code", keys: "Ctrl+E", run: by(toggleInline("`")) },
  ],
  [
    { icon: Heading, name: "heading", keys: "Ctrl+Alt+1…3", run: by(cycleHeading) },
    { icon: List, name: "bullets", keys: "Ctrl+Shift+8", run: by(toggleBullets) },
    {
      icon: ListOrdered,
      name: "numbers",
      keys: "Ctrl+Shift+7",
      run: by(toggleNumbers),
    },
    { icon: ListChecks, name: "task", keys: "Ctrl+Shift+9", run: by(toggleTasks) },
    { icon: Quote, name: "quote", keys: "Ctrl+Shift+B", run: by(toggleQuote) },
  ],
  [
    { icon: Link, name: "link", keys: "Ctrl+K", run: by(insertLink) },
    {
      icon: Table,
      name: "table",
      keys: "Ctrl+Shift+L",
      hint: "tableHint",
      run(view) {
        alignOrInsert(view);
        view.focus();
      },
    },
  ],
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
          {index > 0 && (
            <Toolbar.Separator className="mx-0.5 h-4 w-px flex-none bg-border max-rail:hidden" />
          )}
          {group.map(({ icon: Icon, name, keys, hint, run }) => (
            <Toolbar.Button
              key={name}
              aria-label={editorStrings[name]}
              title={editorStrings.withKeys(editorStrings[hint ?? name], keys)}
              className="icon-button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (view.current !== null) run(view.current);
              }}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
            </Toolbar.Button>
          ))}
        </Toolbar.Group>
      ))}
      <Toolbar.Separator className="mx-0.5 h-4 w-px flex-none bg-border max-rail:hidden" />
      <PreviewButton />
    </Toolbar.Root>
  );
}

/** Pressed, Markdown's marks step back; else each of them is shown. */
function PreviewButton() {
  useLanguage();
  const { view, toggle } = useEditingView();
  return (
    <Toolbar.Button
      aria-label={editorStrings.livePreview}
      aria-pressed={view === "live"}
      title={editorStrings.withKeys(editorStrings.livePreview, "Ctrl+Shift+E")}
      className="icon-button aria-pressed:bg-press aria-pressed:text-text"
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggle}
    >
      <Eye size={16} strokeWidth={1.75} aria-hidden />
    </Toolbar.Button>
  );
}
