import { describe, expect, test } from "vitest";
import { namedFiles } from "./named-files.ts";

describe("M25 · the attachments that a text names", () => {
  test.each([
    ["![a](/file/attachments/a1/b.png) [c](/file/attachments/c2/d%20e.pdf)", ["a1", "c2"]],
    ["![a|320](/file/attachments/a1/b.png) ![x](/file/attachments/a1/b.png)", ["a1"]],
    ["[![a](/file/attachments/a1/b.png)](https://x.co)", ["a1"]],
    ["| t |\n| - |\n| ![a][r] |\n\n[r]: /file/attachments/a1/b.png", ["a1"]],
    // Without a name, as memos 0.31 writes it.
    ["![a](/file/attachments/abc)", ["abc"]],
    ["![a](/file/attachments/abc?thumbnail=true) [b](</file/attachments/d4#x>)", ["abc", "d4"]],
    ["![a](/file/attachments/a1) ![b](/file/attachments/a1/b.png)", ["a1"]],
    ["![a][r]\n\n[r]: /file/attachments/abc", ["abc"]],
    ["`![a](/file/attachments/abc)` ![a](/file/attachments/)", []],
    ["![a](/file/attachments/abc/) ![a](/file/attachments/a.b) [a](/file/attachments/12)", []],
    ["[a](https://x.co/file/attachments/abc)", []],
    ["`![a](/file/attachments/a1/b.png)`", []],
    ["    ![a](/file/attachments/a1/b.png)", []],
    ["/file/attachments/a1/b.png", []],
    ["[a](https://x.co/file/attachments/a1/b.png)", []],
    ["[a](/file/attachments/-/b.png)", []],
  ])("%j names %j", (content, ids) => expect(namedFiles(content)).toEqual(ids));
});
