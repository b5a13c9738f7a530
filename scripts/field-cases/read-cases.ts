import { readFileSync } from "node:fs";
import { z } from "zod";
import { type AppCase, appCaseSchema, appKinds } from "./app/app-case.ts";
import { parseJson } from "../../packages/core/src/json/parse-json.ts";

const common = { id: z.string(), title: z.string(), class: z.string().default("") };
const words = z.array(z.string());

const stepSchema = z.object({
  method: z.string(),
  path: z.string(),
  auth: z.enum(["admin", "cookie", "none"]).default("none"),
  headers: z.record(z.string(), z.string()).default({}),
  json: z.json().optional(),
  bodyBase64: z.base64().optional(),
  /** Names of saved values, with their paths in the response. */
  save: z.record(z.string(), z.string()).default({}),
  repeat: z.int().min(1).max(1000).default(1),
  expect: z.object({
    status: z.array(z.int()).optional(),
    json: z.record(z.string(), z.json()).default({}),
    has: words.default([]),
    lacks: words.default([]),
    statuses: z.array(z.int()).optional(),
    some: z.int().optional(),
  }),
});

const pageSchema = z.object({
  type: z.string().default("text/html"),
  bytesBase64: z.base64().optional(),
  rule: z.string().optional(),
  contentEncoding: z.string().optional(),
});

const caseSchema = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("http"),
    server: words.default([]),
    steps: z.array(stepSchema).min(1),
  }),
  z.object({
    ...common,
    kind: z.literal("start"),
    prepare: words,
    run: z.string(),
    expect: z.string(),
  }),
  z.object({
    ...common,
    kind: z.literal("page"),
    page: pageSchema,
    expect: z.record(z.string(), z.string()),
  }),
  z.object({
    ...common,
    kind: z.literal("delivery"),
    setup: words,
    steps: words,
    expect: z.string(),
  }),
  z.object({ ...common, kind: z.literal("names"), name: z.string(), expect: z.string() }),
  z.object({ ...common, kind: z.literal("import"), sql: words, expect: z.string() }),
  z.object({
    ...common,
    kind: z.literal("text"),
    function: z.string(),
    input: z.string(),
    expect: z.json(),
  }),
]);

export type FieldCase = z.infer<typeof caseSchema>;
export type CaseOf<Kind extends FieldCase["kind"]> = Extract<FieldCase, { kind: Kind }>;
export type HttpStep = z.infer<typeof stepSchema>;

/** Describes how a case failed; null if it passed. */
export type Seen = string | null;

/** Files of the project's cases: reports about servers, and about apps. */
export const projectFieldCases = {
  server: new URL("../../apps/server/tests/field/server.json", import.meta.url),
  apps: new URL("../../apps/desktop/tests/field/apps.json", import.meta.url),
};

/** Cases of a file: of servers, and of apps. */
export interface FieldCases {
  readonly server: readonly FieldCase[];
  readonly apps: readonly AppCase[];
}

/** Reads a file of field cases. Throws if it is missing or has another format. */
export function readFieldCases(file: string | URL): FieldCases {
  const schema = z.object({ cases: z.array(z.looseObject({ kind: z.string() })) });
  const { cases } = parseJson(schema, readFileSync(file, "utf8"));
  // Both have imports: a server's are of a database, an app's of files.
  const isOfApp = (each: { readonly kind: string }) =>
    appKinds.has(each.kind) && !(each.kind === "import" && "sql" in each);
  return {
    server: z.array(caseSchema).parse(cases.filter((each) => !isOfApp(each))),
    apps: z.array(appCaseSchema).parse(cases.filter(isOfApp)),
  };
}
