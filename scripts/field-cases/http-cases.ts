import { isDeepStrictEqual } from "node:util";
import type { CaseOf, HttpStep, Seen } from "./read-cases.ts";
import { type FieldServer, startFieldServer } from "./field-server.ts";

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Runs a case against a fresh server. */
export async function runHttpCase({ server: options, steps }: CaseOf<"http">): Promise<Seen> {
  await using server = await startFieldServer(options);
  return await sendSteps(server, steps);
}

/** Sends the steps of a case, up to the first with an unexpected response. */
export async function sendSteps(server: FieldServer, steps: readonly HttpStep[]): Promise<Seen> {
  const saved = new Map<string, string>();
  for (const [at, step] of steps.entries()) {
    const seen = await runStep(server, step, saved);
    if (seen !== null) return `step ${at + 1}, ${step.method} ${step.path}: ${seen}`;
  }
  return null;
}

async function runStep(
  server: FieldServer,
  step: HttpStep,
  saved: Map<string, string>,
): Promise<Seen> {
  const answers: Answered[] = [];
  for (let i = 1; i <= step.repeat; i += 1) {
    answers.push(await send(server, step, new Map([...saved, ["i", String(i)]])));
  }
  const last = answers.at(-1);
  if (last === undefined) return "nothing was sent";
  const seen = judge(step.expect, answers, last);
  if (seen !== null) return seen;
  for (const [name, place] of Object.entries(step.save)) {
    const value = valueAt(jsonOf(last.text), place.replace(/^\//, ""));
    if (typeof value !== "string") return `the answer has no text at ${place}: ${last.text}`;
    saved.set(name, place.startsWith("/") ? value.slice(value.lastIndexOf("/") + 1) : value);
  }
  return null;
}

async function send(
  server: FieldServer,
  { method, path, auth, headers, json, bodyBase64 }: HttpStep,
  values: ReadonlyMap<string, string>,
): Promise<Answered> {
  const filled = (text: string, write = (value: string): string => value): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values.get(name);
      return value === undefined ? whole : write(value);
    });
  const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);
  const body =
    bodyBase64 !== undefined
      ? Buffer.from(bodyBase64, "base64")
      : json !== undefined
        ? filled(JSON.stringify(json), inJson)
        : undefined;
  const response = await fetch(server.url + filled(path), {
    method,
    redirect: "manual",
    headers: {
      ...(auth === "admin" && { authorization: `Bearer ${await server.bearer()}` }),
      ...(auth === "cookie" && { cookie: await server.cookie() }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

function judge(expected: HttpStep["expect"], answers: readonly Answered[], last: Answered): Seen {
  const statuses = answers.map(({ status }) => status);
  if (expected.statuses !== undefined && !isDeepStrictEqual(statuses, expected.statuses)) {
    return `statuses ${statuses.join(" ")}, expected ${expected.statuses.join(" ")}`;
  }
  if (expected.some !== undefined && !statuses.includes(expected.some)) {
    return `${expected.some} is not among the statuses ${[...new Set(statuses)].join(" ")}`;
  }
  const { status, text } = last;
  if (expected.status !== undefined && !expected.status.includes(status)) {
    return `status ${status}, expected ${expected.status.join(" or ")}: ${text.slice(0, 200)}`;
  }
  for (const [place, value] of Object.entries(expected.json)) {
    const found = valueAt(jsonOf(text), place);
    if (!isDeepStrictEqual(found, value)) {
      return `${place} is ${JSON.stringify(found)}, expected ${JSON.stringify(value)}`;
    }
  }
  const missing = expected.has.find((each) => !text.includes(each));
  if (missing !== undefined) return `the answer lacks ${missing}`;
  const unwanted = expected.lacks.find((each) => text.includes(each));
  return unwanted === undefined ? null : `the answer has ${unwanted}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value at a path such as `a.b.0`, through objects and arrays. */
function valueAt(value: unknown, place: string): unknown {
  let found = value;
  for (const key of place.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}
