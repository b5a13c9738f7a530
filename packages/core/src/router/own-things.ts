import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { GeneralSetting, TagsSetting } from "../setting/user-settings.ts";
import type { ViewFields } from "../view/check-view.ts";
import type { SavedView } from "../view/saved-view.ts";

/** What the profile's user keeps for themselves, on every device alike. */
export interface OwnThings {
  /** In the order that the user gave them, else as they were made. */
  listViews(): Promise<SavedView[]>;
  createView(view: ViewFields): Promise<Result<SavedView, AppError>>;
  updateView(id: string, changes: Partial<ViewFields>): Promise<Result<SavedView, AppError>>;
  /** Puts one before another, null: behind all; gives all of them. */
  moveView(id: string, before: string | null): Promise<Result<SavedView[], AppError>>;
  removeView(id: string): Promise<Result<null, AppError>>;
  general(): Promise<GeneralSetting>;
  /** Fields that are absent stay. */
  setGeneral(fields: Partial<GeneralSetting>): Promise<Result<GeneralSetting, AppError>>;
  tags(): Promise<TagsSetting>;
  /** The looks of tags by name; those that are absent stay, null takes one away. */
  setTags(tags: TagLooks): Promise<Result<TagsSetting, AppError>>;
}

export type TagLooks = Readonly<Record<string, TagsSetting["tags"][string] | null>>;
