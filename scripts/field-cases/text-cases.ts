import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import type { CaseOf, Seen } from "./read-cases.ts";

const root = resolve(import.meta.dirname, "../..");

/** Calls the function that a case names as `name in path`. */
export async function runTextCase(asked: CaseOf<"text">): Promise<Seen> {
  const [, name = "", path = ""] = /^(\w+) in (\S+\.ts)/.exec(asked.function) ?? [];
  const exported: unknown = await import(pathToFileURL(resolve(root, path)).href);
  const call: unknown = Reflect.get(Object(exported), name);
  if (typeof call !== "function") return `${path} exports no function ${name}`;
  const result: unknown = Reflect.apply(call, undefined, [asked.input]);
  return isDeepStrictEqual(result, asked.expect) ? null : JSON.stringify(result);
}
