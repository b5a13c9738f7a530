export { codeRanges, type TextRange } from "./code-ranges.ts";
export { shortCell } from "./blocks/frame-blocks.ts";
export { deriveMemo, extractMentions } from "./derive.ts";
export type { DerivedMemo, MemoProperty } from "./derive.ts";
export {
  type DelimiterSides,
  emphasisSides,
  hasChangedEmphasis,
  markSides,
  underscoreSides,
} from "./extensions/delimiter-sides.ts";
export { isLoadableImage } from "./image-address.ts";
export { mathOptions } from "./extensions/math-options.ts";
export { mathSpan } from "./math-rules.ts";
export { linkedMemos, memoLink, memoOfLink } from "./links/memo-links.ts";
export { attachmentOfLink, namedFiles } from "./links/named-files.ts";
export { normaliseText } from "./normalise-text.ts";
export { readImageWords } from "./plain-text.ts";
export { renderInlineMarkdown, renderMarkdown } from "./render.ts";
export type { RenderOptions } from "./render.ts";
export { tagRanges } from "./tag-ranges.ts";
export type { TagRange } from "./tag-ranges.ts";
export { type Retagged, retag, undoRetag } from "./tags/retag.ts";
export type { TagEdit, TagStep } from "./tags/tag-edit.ts";
export { isInBranch, renamedTag } from "./tags/tag-branch.ts";
export { type RenamedPlace, type RenamedText, renameTag, undoRename } from "./tags/rename-tag.ts";
export { type TaskLine, type TaskLines, taskLines, taskTag } from "./tasks/task-lines.ts";
export { sameTask, toggleTask } from "./tasks/toggle-task.ts";
