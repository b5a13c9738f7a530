export { feedFloorKey } from "./feed-floor.ts";
export * from "./refeed-member.ts";
export { refeedDueReferrers } from "./refeed-referrers.ts";
export { scopesFor } from "./scopes-for.ts";
