export { deriveMemo, extractMentions } from "./derive.ts";
export type { DerivedMemo, MemoProperty } from "./derive.ts";
export { isLoadableImage } from "./image-address.ts";
export { normaliseText } from "./normalise-text.ts";
export { renderMarkdown } from "./render.ts";
export type { RenderOptions } from "./render.ts";
export { tagRanges } from "./tag-ranges.ts";
export type { TagRange } from "./tag-ranges.ts";
export { sameTask, toggleTask } from "./toggle-task.ts";
