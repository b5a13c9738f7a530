export type { ViewFields } from "./check-view.ts";
export * from "./own-views.ts";
export type * from "./saved-view.ts";
export * from "./view-service.ts";
