export * from "./compact-feed.ts";
export * from "./prune-registers.ts";
export * from "./purge-trash.ts";
export * from "./renew-documents.ts";
export * from "./upkeep.ts";
