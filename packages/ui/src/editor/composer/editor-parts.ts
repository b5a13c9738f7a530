import { history, historyKeymap } from "@codemirror/commands";
import { keymap } from "@codemirror/view";

// What comes with the editor, and only with it: CodeMirror is a third of the application's weight.
export { MarkdownEditor } from "../markdown/markdown-editor.tsx";
export { FormatToolbar } from "../markdown/format-toolbar.tsx";
export { RecordingStrip } from "../recording/recording-strip.tsx";
export { VisibilitySelect } from "../audience/visibility-select.tsx";

/** Where a text that is no memo yet lives: CodeMirror's own history. */
export const ownHistory = [history(), keymap.of(historyKeymap)];
