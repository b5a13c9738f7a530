export { feedFloorKey } from "./feed-floor.ts";
export * from "./tell-member.ts";
export { tellDueReferrers } from "./tell-referrers.ts";
export { scopesFor } from "./scopes-for.ts";
