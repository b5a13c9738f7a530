import { expect, test } from "vitest";
import { changeInWords, noteInWords, problemInWords, refusalInWords } from "./wordings.ts";

test.each([
  [{ sent: 1, received: 0 }, "Sent 1 change."],
  [{ sent: 0, received: 2 }, "Received 2 changes."],
  [{ sent: 3, received: 1 }, "Sent 3 changes, received 1 change."],
])("describes an exchange of %j", (params, words) => {
  expect(noteInWords({ code: "exchanged", params })).toBe(words);
});

test("describes a failure more briefly beside the state than in the log", () => {
  const failure = { code: "storage", params: { message: "is full" } } as const;
  expect(noteInWords(failure)).toBe("Can’t sync: is full.");
  expect(problemInWords(failure)).toBe("is full");
  const host = { code: "unreachable", params: { host: "notes.example.org" } } as const;
  expect(problemInWords(host)).toBe("Couldn’t reach notes.example.org.");
});

test("shows a stored sentence of an older version unchanged", () => {
  expect(noteInWords({ code: "text", params: { text: "Sent 1 change." } })).toBe("Sent 1 change.");
});

test("names the subject of changes", () => {
  expect(changeInWords({ code: "file-added", params: { filename: "a.png" } })).toBe(
    "New file a.png",
  );
  const fields = (...names: string[]) =>
    changeInWords({ code: "memo-changed", params: { fields: names } });
  expect(fields("pinned", "state")).toBe("Changed pin, status");
  expect(fields()).toBe("Changed time");
  expect(refusalInWords("memo-purged")).toBe("The memo was permanently deleted elsewhere.");
});
