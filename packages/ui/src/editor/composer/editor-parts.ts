import { history, historyKeymap } from "@codemirror/commands";
import { keymap } from "@codemirror/view";
import { pasteAsMarkdown } from "../paste/paste-markdown.ts";

// Modules that are loaded only with the editor: CodeMirror is a third of the application's weight.
export { MarkdownEditor } from "../markdown/markdown-editor.tsx";
export { FocusButton } from "../focus-mode/focus-button.tsx";
export { FormatToolbar } from "../markdown/format-toolbar.tsx";
export { RecordingStrip } from "../recording/recording-strip.tsx";
export { VisibilitySelect } from "../audience/visibility-select.tsx";

/** Extensions for a text that isn't a memo yet; its history is CodeMirror's own. */
export const composerExtensions = [history(), keymap.of(historyKeymap), pasteAsMarkdown];
