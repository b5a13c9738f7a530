export * from "./define-meta.ts";
export * as metaForm from "./meta-form.ts";
export type { MetaForm } from "./meta-form.ts";
export type * from "./meta-store.ts";
