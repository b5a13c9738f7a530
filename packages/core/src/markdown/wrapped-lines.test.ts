import { describe, expect, test } from "vitest";
import { isWrapped } from "./wrapped-lines.ts";

const lines = (text: string): string[] => text.trim().split("\n");

describe("M2a, M2b · wrapped elsewhere", () => {
  test.each([
    [
      "at 72 columns",
      `
I often find myself needing to jump back and forth between two buffers. For
instance, if I am iterating on a test and the implementation, there is a lot
of switching from one to the other.`,
    ],
    [
      "with a line left short by a long address",
      `
I don't know what image I am showing you though. That's because the URL
being sourced for the above image is
\`http://source.unsplash.com/random/1200x600\`. This tells unsplash to
randomly serve us a \`1200x600\` image.`,
    ],
    [
      "with an address that no line has room for",
      `
We can see in the generator of migrations that Rails has, which is found in
[migration_generator.rb](https://github.com/rails/rails/blob/92be9af152f721588b7414119c931ea92930947b/x.rb)
how locals get set.`,
    ],
    [
      "with a line that a correction left short",
      `
It is easy to forget that the tide tables of this harbour were made when
the channel was two metres deeper than it is today, which the pilots
know by heart, and nobody else does.`,
    ],
    [
      "in full-width characters",
      `
潮は毎日五十分ずつ遅れてやって来るので港の人々はみな時刻表を壁に貼っている、
だから誰も遅刻しない。`,
    ],
    ["with CRLF and blanks", `${"a ".repeat(35)}  \r\n\t${"b ".repeat(35)}\r\nc`],
  ])("%s", (_how, text) => expect(isWrapped(lines(text))).toBe(true));

  test.each([
    ["one line", "a ".repeat(35)],
    ["short lines", "Buy bread\nCall Ines\nWrite to the harbour office"],
    [
      "verse",
      `
The tide comes in without a sound,
the tide goes out again,
and what it takes is never found`,
    ],
    [
      "an address with its parts",
      "Harbour office\nQuay 4\n12345 Tidemouth, which has a longer name than one would think it had",
    ],
    [
      "a statement on each line, where the next had room",
      `
The first of these statements is a good deal longer than the second one is.
The second one is shorter, but not as short as that.
The third is again about as long as the first was, if one counts the stop.`,
    ],
    [
      "lines longer than any editor makes them",
      `${"a long line of a memo that was typed as one paragraph ".repeat(3)}\n${"and another ".repeat(20)}`,
    ],
    [
      "a line and what it leads to",
      "An account of the tides in this harbour, which is worth reading again:\nhttps://x.co/a",
    ],
    ["a last line that is longer than the others", `${"a ".repeat(31)}\n${"b ".repeat(49)}`],
    ["no words", "\n\n"],
  ])("not: %s", (_what, text) => expect(isWrapped(lines(text))).toBe(false));
});
