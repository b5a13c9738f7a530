import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { candidates, decodeAs } from "../src/encodings/candidates.ts";
import { recognise } from "../src/encodings/recognise.ts";
import { openSource } from "../src/node/open-source.ts";
import { importedChosen, openChosen } from "./chosen.ts";
import { imported } from "./imported.ts";
import { madeFolder, scratchFolder, writeFiles } from "./made-folder.ts";
import { zipFile } from "./made-zip.ts";
import { openProfile } from "./open-profile.ts";
import { encoded } from "./samples/encoded.ts";
import { languageSamples } from "./samples/language-samples.ts";

/** Notes and the contents of files after an import, with its problems. */
interface Brought {
  readonly texts: string[];
  readonly files: string[];
  readonly problems: string[];
}

/** Imports a path, and an archive also like a browser, with the same outcome. */
async function broughtBy(path: string): Promise<Brought> {
  const brought = await broughtWith(imported, path);
  if (/\.(?:zip|gz)$/.test(path)) expect(await broughtWith(importedChosen, path)).toEqual(brought);
  return brought;
}

async function broughtWith(bring: typeof importedChosen, path: string): Promise<Brought> {
  const profile = await openProfile();
  const { rows } = await bring(profile, path);
  const memos = await profile.all();
  const files = await Promise.all(memos.map(({ id }) => profile.filesOf(id)));
  return {
    texts: memos.map(({ content }) => content.replaceAll(/(attachments)\/\w+/g, "$1/ID")),
    files: files.flat().map(({ filename }) => filename),
    problems: rows.flatMap(({ outcome, code }) => (outcome === "problem" ? [code] : [])),
  };
}

describe("the encoding of a text", () => {
  test.each(languageSamples)(
    "in $language as $label is recognized by a paragraph",
    ({ label, lines }) => {
      const text = lines.join("\n");
      const bytes = encoded(label, text);
      const found = recognise(bytes);
      expect(decodeAs(found.label, bytes)).toBe(text);
      expect(found.isSure).toBe(true);
    },
  );

  test("is never wrong without a doubt, however short the text is", () => {
    const outcomes = { right: 0, doubted: 0, wrong: [] as string[] };
    for (const { label, lines } of languageSamples) {
      for (const piece of lines.flatMap((line) => [line, ...line.split(/[\s，。、]+/u)])) {
        if (!/[^\0-\u007f]/.test(piece)) continue;
        const bytes = encoded(label, piece);
        const found = recognise(bytes);
        if (!found.isSure) outcomes.doubted += 1;
        else if (decodeAs(found.label, bytes) === piece) outcomes.right += 1;
        else outcomes.wrong.push(`${label} ${piece}`);
      }
    }
    expect(outcomes.wrong).toEqual([]);
    expect(outcomes.right).toBeGreaterThan(outcomes.doubted / 2);
  });

  test("of random bytes is never certain and wrong in a long text", () => {
    let state = 7;
    const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >>> 16;
    for (let at = 0; at < 50; at += 1) {
      const bytes = Uint8Array.from({ length: 400 }, () => 32 + (next() % 224));
      expect(recognise(bytes).isSure).toBe(false);
    }
  });

  test("is judged by a bounded part of a text", () => {
    const judged: number[] = [];
    const long = encoded("gb18030", "港口潮汐表和船的时间\n".repeat(100_000));
    const found = recognise(long, (_label, text) => {
      judged.push(text.length);
      return 0;
    });
    expect(found).toEqual({ label: "gb18030", isSure: true });
    expect(judged).toHaveLength(candidates.length);
    expect(Math.max(...judged)).toBeLessThan(40_000);
  });
});

describe("notes of a folder", () => {
  test.each(languageSamples)("in $language as $label are read", async ({ label, lines }) => {
    const files = lines.map((line, at) => [`${at}.txt`, encoded(label, `${line}\n`)] as const);
    const { texts, problems } = await broughtBy(await madeFolder(Object.fromEntries(files)));
    const all = texts.join("\n");
    for (const line of lines) expect(all).toContain(line.trim());
    expect(problems).toEqual([]);
  });

  test("that are too short alone get the encoding of the others, or a problem", async () => {
    const word = encoded("windows-1250", "kluče\n");
    const alone = await broughtBy(await madeFolder({ "a.txt": word }));
    expect(alone.problems).toEqual(["encoding"]);
    const sample = languageSamples.find(({ label }) => label === "windows-1250")!;
    const long = encoded("windows-1250", sample.lines.join("\n"));
    const both = await broughtBy(await madeFolder({ "a.txt": word, "b.txt": long }));
    expect(both.problems).toEqual([]);
    expect(both.texts.join("\n")).toContain("kluče");
  });

  test("with a few damaged bytes are still UTF-8, and have a problem", async () => {
    const text = Buffer.concat([
      Buffer.from("Größe und 港口 🏄 "),
      Buffer.from([0xf0, 0x9f]),
      Buffer.from(" Ende"),
    ]);
    const { texts, problems } = await broughtBy(await madeFolder({ "a.md": text }));
    expect(texts[0]).toContain("Größe und 港口 🏄");
    expect(problems).toEqual(["encoding"]);
  });

  test.each(["utf16le", "utf16be"])("in %s without a mark are read", async (form) => {
    const little = (text: string): Buffer => Buffer.from(text, "utf16le");
    const swapped = (text: string): Buffer =>
      form === "utf16be" ? little(text).swap16() : little(text);
    const files = {
      "a.md": swapped("# One\n\nbody größer\n"),
      "b.md": swapped("港口潮汐表\n一二三\n"),
      "c.md": swapped("Таблица\n"),
    };
    const { texts, problems } = await broughtBy(await madeFolder(files));
    expect(problems).toEqual([]);
    expect(texts.join("|")).toMatch(/größer[\s\S]*港口潮汐表[\s\S]*Таблица/);
  });

  test("in ISO-2022-JP are read", async () => {
    const bytes = Buffer.from("\u001B$B%F%9%H\u001B(B ok", "latin1");
    const { texts } = await broughtBy(await madeFolder({ "a.txt": bytes }));
    expect(texts[0]).toContain("テスト ok");
  });
});

const picture = readFileSync(join(import.meta.dirname, "made-zip.ts"));

describe("names of an archive", () => {
  test.each(languageSamples.filter(({ names }) => names.length > 1))(
    "in $language as $label are read, also those of linked files",
    async ({ label, names }) => {
      const [folder = "", note = "", file = ""] = names;
      const path = await zipFile([
        {
          name: encoded(label, `${folder}/${note}.md`),
          content: `see ![](${encodeURI(file)}.png)\n`,
        },
        { name: encoded(label, `${folder}/${file}.png`), content: picture },
        { name: encoded(label, `${folder}/.txt`), content: "" },
      ]);
      const { texts, files, problems } = await broughtBy(path);
      expect(texts[0]).toContain(`# ${note}`);
      expect(files).toEqual([`${file}.png`]);
      expect(problems).toEqual([]);
    },
  );

  test("that could be of several encodings are a problem", async () => {
    const path = await zipFile([{ name: encoded("windows-1250", "č.md"), content: "text" }]);
    expect((await broughtBy(path)).problems).toEqual(["encoding"]);
  });

  test("are those of the Unicode Path field, if it is of the name", async () => {
    const path = await zipFile([
      { name: "_.md", unicodeName: "潮汐.md", content: "see ![](图.png)" },
      { name: encoded("gb18030", "图.png"), unicodeName: "图.png", content: picture },
    ]);
    const { texts, files, problems } = await broughtBy(path);
    expect(texts[0]).toContain("# 潮汐");
    expect({ files, problems }).toEqual({ files: ["图.png"], problems: [] });
  });

  test("in a tar are read too", async () => {
    const file = join(await scratchFolder(), "Notes.tar.gz");
    const content = Buffer.from("text");
    const header = Buffer.alloc(512);
    encoded("gb18030", "笔记/潮汐表.md").copy(header);
    header.write("0000644\0", 100);
    header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("00000000000\0", 136);
    header.write("        0", 148);
    header.write("ustar\0" + "00", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    const end = Buffer.alloc(512 - content.length + 1024);
    await writeFiles(join(file, ".."), {
      "Notes.tar.gz": gzipSync(Buffer.concat([header, content, end])),
    });
    for (const open of [openSource, openChosen]) {
      await using tree = await open(file);
      expect(tree.name).toBe("笔记");
      expect(tree.entries.map(({ path }) => path)).toEqual(["潮汐表.md"]);
    }
  });
});
