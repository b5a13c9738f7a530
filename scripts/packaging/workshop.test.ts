import { expect, test } from "vitest";
import { MissingTool, run, toolOf } from "./workshop.ts";

test("names the package of a missing tool", () => {
  expect(() => toolOf("no-such-program", "its-package")).toThrow(
    new MissingTool("no-such-program", "its-package"),
  );
  expect(toolOf("sh", "dash")).toMatch(/\/sh$/);
});

test("a failing program throws with all its output", () => {
  expect(() => run("sh", ["-c", "echo out; echo err >&2; exit 3"])).toThrow(
    /ended with 3\nout\nerr\n$/,
  );
  expect(() => run("no-such-program", [])).toThrow("ENOENT");
  expect(run("sh", ["-c", "echo $0", "fine"])).toBe("fine\n");
});
