import { history, historyKeymap } from "@codemirror/commands";
import { keymap } from "@codemirror/view";

// Modules that are loaded only with the editor: CodeMirror is a third of the application's weight.
export { MarkdownEditor } from "../markdown/markdown-editor.tsx";
export { FocusButton } from "../focus-mode/focus-button.tsx";
export { FormatToolbar } from "../markdown/format-toolbar.tsx";
export { RecordingStrip } from "../recording/recording-strip.tsx";
export { VisibilitySelect } from "../audience/visibility-select.tsx";

/** History of a text that isn't a memo yet: CodeMirror's own. */
export const ownHistory = [history(), keymap.of(historyKeymap)];
