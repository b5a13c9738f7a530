import type { WriteContext } from "../../commit/write-context.ts";
import { isInBranch, renamedTag } from "../../markdown/index.ts";
import { readTagsSetting, type TagStyle, writeTagsSetting } from "../../setting/index.ts";
import type { MemoDeps } from "../memo-deps.ts";
import type { TagChange } from "./tag-run.ts";

/** Styles of tags by name; null: no style. */
export type TagLooks = Readonly<Record<string, TagStyle | null>>;

/** Returns true if a change removes or renames `tag`. */
function isMeant(tag: string, { from, to }: TagChange): boolean {
  return to === null ? isInBranch(tag, from) : renamedTag(tag, from, to) !== null;
}

/**
 * Copies the styles of the old tags to their new names unless those have a style. The old tags keep theirs
 * until `dropLooks`, so blurred memos stay blurred meanwhile. Returns the previous styles of all these tags.
 */
export async function copyLooks(
  context: WriteContext<MemoDeps>,
  change: TagChange,
): Promise<TagLooks> {
  const { stores, caller } = context;
  const { tags } = await readTagsSetting(stores.registers, caller.name);
  const looks: Record<string, TagStyle | null> = {};
  const next: Record<string, TagStyle> = {};
  for (const [tag, style] of Object.entries(tags)) {
    if (!isMeant(tag, change)) continue;
    looks[tag] = style;
    const name = change.to === null ? null : renamedTag(tag, change.from, change.to);
    if (name === null) continue;
    const known = Object.hasOwn(tags, name) ? (tags[name] ?? null) : null;
    if (known !== null && !isMeant(name, change)) continue;
    looks[name] = known;
    next[name] = style;
  }
  await setLooks(context, next);
  return looks;
}

/** Removes the styles of the old names. Called after the last memo with these tags was changed. */
export async function dropLooks(
  context: WriteContext<MemoDeps>,
  change: TagChange,
  looks: TagLooks,
): Promise<void> {
  const olds = Object.keys(looks).filter((tag) => looks[tag] !== null && isMeant(tag, change));
  const { from, to } = change;
  const names = new Set(olds.map((tag) => (to === null ? null : renamedTag(tag, from, to))));
  const gone = olds.filter((tag) => !names.has(tag)).map((tag) => [tag, null] as const);
  await setLooks(context, Object.fromEntries(gone));
}

/** Sets styles of tags; null removes one. Other tags are unchanged. */
export async function setLooks(context: WriteContext<MemoDeps>, looks: TagLooks): Promise<void> {
  const { stores, caller } = context;
  const before = await readTagsSetting(stores.registers, caller.name);
  const tags: Record<string, TagStyle> = { ...before.tags };
  for (const [tag, style] of Object.entries(looks)) {
    if (style === null) delete tags[tag];
    else tags[tag] = style;
  }
  await writeTagsSetting(context, { before, after: { tags } });
}
