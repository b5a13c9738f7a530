export { type Counted, createLeasedCounts, type LeasedCounts } from "./leased-counts.ts";
