export * from "./hybrid-clock.ts";
