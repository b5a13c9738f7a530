export * from "./follow-memo.ts";
export * from "./notification-service.ts";
export * from "./notify.ts";
export * from "./notify-gone.ts";
