import { expect, test } from "vitest";
import { changeInWords, noteInWords, problemInWords, refusalInWords } from "./wordings.ts";

test.each([
  [{ sent: 1, received: 0 }, "Sent 1 change."],
  [{ sent: 0, received: 2 }, "Received 2 changes."],
  [{ sent: 3, received: 1 }, "Sent 3 changes, received 1 change."],
])("an exchange of %j is said in words", (params, words) => {
  expect(noteInWords({ code: "exchanged", params })).toBe(words);
});

test("a failure is said shorter beside the state than in the log", () => {
  const failure = { code: "storage", params: { message: "no space is left" } } as const;
  expect(noteInWords(failure)).toBe("Can’t sync: no space is left.");
  expect(problemInWords(failure)).toBe("no space is left");
  const host = { code: "unreachable", params: { host: "notes.example.org" } } as const;
  expect(problemInWords(host)).toBe("Couldn’t reach notes.example.org.");
});

test("a sentence from before is shown as it was", () => {
  expect(noteInWords({ code: "text", params: { text: "Sent 1 change." } })).toBe("Sent 1 change.");
});

test("changes name what they are about", () => {
  expect(changeInWords({ code: "file-added", params: { filename: "a.png" } })).toBe(
    "The file a.png",
  );
  const fields = (...names: string[]) =>
    changeInWords({ code: "memo-changed", params: { fields: names } });
  expect(fields("pinned", "state")).toBe("Changed pinned, state");
  expect(fields()).toBe("Changed time");
  expect(refusalInWords("memo-purged")).toBe("The memo was permanently deleted elsewhere.");
});
