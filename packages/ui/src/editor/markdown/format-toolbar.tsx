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
import { shownKeys } from "../../commands/commands.ts";
import { useKeysHere } from "../../keys/shown-keys.ts";
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
  /** Key of its name in `editorStrings`. */
  readonly name: FormatName;
  /** Key of a longer tooltip. */
  readonly hint?: "tableHint";
  run(view: EditorView): void;
}

function by(format: Format): (view: EditorView) => void {
  return (view) => applyFormat(view, format);
}

const groups: readonly (readonly ToolbarButton[])[] = [
  [
    { icon: Bold, name: "bold", run: by(toggleInline("**")) },
    { icon: Italic, name: "italic", run: by(toggleInline("*")) },
    {
      icon: Strikethrough,
      name: "strike",

      run: by(toggleInline("~~")),
    },
    { icon: Code, name: "code", run: by(toggleInline("`")) },
  ],
  [
    { icon: Heading, name: "heading", run: by(cycleHeading) },
    { icon: List, name: "bullets", run: by(toggleBullets) },
    {
      icon: ListOrdered,
      name: "numbers",

      run: by(toggleNumbers),
    },
    { icon: ListChecks, name: "task", run: by(toggleTasks) },
    { icon: Quote, name: "quote", run: by(toggleQuote) },
  ],
  [
    { icon: Link, name: "link", run: by(insertLink) },
    {
      icon: Table,
      name: "table",

      hint: "tableHint",
      run(view) {
        alignOrInsert(view);
        view.focus();
      },
    },
  ],
];

/** Toolbar of formats: one Tab stop, with arrow keys inside. */
export function FormatToolbar({ view }: { readonly view: RefObject<EditorView | null> }) {
  useLanguage();
  const here = useKeysHere();
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
          {group.map(({ icon: Icon, name, hint, run }) => (
            <Toolbar.Button
              key={name}
              aria-label={editorStrings[name]}
              title={editorStrings.withKeys(editorStrings[hint ?? name], here(shownKeys(name)))}
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

/** Toggle of the live preview; when it is off, all Markdown marks are shown. */
function PreviewButton() {
  useLanguage();
  const here = useKeysHere();
  const { view, toggle } = useEditingView();
  return (
    <Toolbar.Button
      aria-label={editorStrings.livePreview}
      aria-pressed={view === "live"}
      title={editorStrings.withKeys(editorStrings.livePreview, here(shownKeys("livePreview")))}
      className="icon-button aria-pressed:bg-press aria-pressed:text-text"
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggle}
    >
      <Eye size={16} strokeWidth={1.75} aria-hidden />
    </Toolbar.Button>
  );
}
