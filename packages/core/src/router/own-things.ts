import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { GeneralSetting, TagsSetting } from "../setting/user-settings.ts";
import type { ViewFields } from "../view/check-view.ts";
import type { SavedView } from "../view/saved-view.ts";

/** Saved views and settings of the profile's user, which are synced to all devices. */
export interface OwnThings {
  /** Returns views in the order that the user chose, otherwise in order of creation. */
  listViews(): Promise<SavedView[]>;
  createView(view: ViewFields): Promise<Result<SavedView, AppError>>;
  updateView(id: string, changes: Partial<ViewFields>): Promise<Result<SavedView, AppError>>;
  /** Moves a view before another, or to the end if null. Returns all views. */
  moveView(id: string, before: string | null): Promise<Result<SavedView[], AppError>>;
  removeView(id: string): Promise<Result<null, AppError>>;
  general(): Promise<GeneralSetting>;
  /** Leaves absent fields unchanged. */
  setGeneral(fields: Partial<GeneralSetting>): Promise<Result<GeneralSetting, AppError>>;
  tags(): Promise<TagsSetting>;
  /** Sets styles of tags by name; absent tags stay unchanged, `null` removes a style. */
  setTags(tags: TagLooks): Promise<Result<TagsSetting, AppError>>;
}

export type TagLooks = Readonly<Record<string, TagsSetting["tags"][string] | null>>;
