import type { WriteContext } from "../../commit/write-context.ts";
import { isInBranch, renamedTag } from "../../markdown/index.ts";
import { readTagsSetting, type TagStyle, writeTagsSetting } from "../../setting/index.ts";
import type { MemoDeps } from "../memo-deps.ts";
import type { TagChange } from "./tag-run.ts";

/** How tags look, by name; null: like any other. */
export type TagLooks = Readonly<Record<string, TagStyle | null>>;

/** Whether `tag` is one that a change takes away under the name that it has. */
function isMeant(tag: string, { from, to }: TagChange): boolean {
  return to === null ? isInBranch(tag, from) : renamedTag(tag, from, to) !== null;
}

/**
 * Gives the new names of tags the looks of the old ones, where they have none of their own. The old
 * ones keep theirs until `dropLooks`: what is blurred stays so meanwhile. Gives how all of them looked.
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

/** Takes the looks of the old names away, once nothing is called that any more. */
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

/** Gives tags looks, null for none; those that are not named keep theirs. */
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
