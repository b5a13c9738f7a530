import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FieldServer, startFieldServer } from "./field-server.ts";
import { runHttpCase, sendSteps } from "./http-cases.ts";
import { projectFieldCases, readFieldCases } from "./read-cases.ts";

const cases = readFieldCases(projectFieldCases.server).server.filter(
  (each) => each.kind === "http",
);

describe("a report about another product, as a case for this server", () => {
  // The project's cases use different memos and files and don't change settings, so most share a server.
  let server: FieldServer;
  beforeAll(async () => {
    server = await startFieldServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(cases)("$id: $title", async (each) => {
    const isAlone = each.server.length > 0;
    expect(await (isAlone ? runHttpCase(each) : sendSteps(server, each.steps))).toBeNull();
  });

  test("fails if a response differs from the expected one", async () => {
    const [step] = cases.find(({ id }) => id === "twice-1")?.steps ?? [];
    if (step === undefined) throw new Error("there is no such case");
    const judged = (expected: object) =>
      sendSteps(server, [{ ...step, expect: { ...step.expect, ...expected } }]);
    expect(await judged({ status: [201] })).toContain("status 200, expected 201");
    expect(await judged({ json: { "memos.0": 1 } })).toContain("memos.0 is");
    expect(await judged({ has: ["nothing of the kind"] })).toContain("lacks nothing of the kind");
    expect(await judged({ lacks: ["memos"] })).toContain("has memos");
    expect(await judged({ some: 429 })).toContain("429 is not among the statuses 200");
    expect(await judged({ statuses: [200, 200] })).toContain("expected 200 200");
  });
});
