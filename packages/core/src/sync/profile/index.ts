export * from "./profile-keys.ts";
