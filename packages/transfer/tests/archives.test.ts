import { execFileSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import * as tar from "tar-stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ArchiveLimits, defaultLimits } from "../src/archive/limits.ts";
import { openSource } from "../src/node/open-source.ts";
import {
  readBytes,
  type RefusalCode,
  SourceRefused,
  type SourceTree,
} from "../src/archive/source-tree.ts";
import { ZipReader } from "../src/node/zip-reader.ts";
import { openChosen } from "./chosen.ts";
import { madeFolder, scratchFolder } from "./made-folder.ts";
import { type MadeEntry, zipFile, zipOf } from "./made-zip.ts";

const small = {
  ...defaultLimits,
  entries: 3,
  entryBytes: 1000,
  totalBytes: 2000,
  freeBytes: 100,
  ratio: 5,
};

type Open = (path: string, limits?: ArchiveLimits) => Promise<SourceTree>;

/** Ways to open a file: on disk, and for archives also in a browser. */
const waysOf = (path: string): readonly Open[] =>
  /\.(?:zip|tar|gz|tgz)$/.test(path) ? [openSource, openChosen] : [openSource];

async function opened(
  path: string,
  limits = defaultLimits,
  open: Open = openSource,
): Promise<SourceTree> {
  const tree = await open(path, limits);
  onTestFinished(() => tree[Symbol.asyncDispose]());
  return tree;
}

async function all(tree: SourceTree): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { path } of tree.entries) {
    files[path] = Buffer.from(await readBytes(tree, path, 1e6)).toString("utf8");
  }
  return files;
}

/** Returns the code with which a file is refused, the same in every way. */
async function refusal(path: string, limits = defaultLimits): Promise<RefusalCode> {
  const codes = new Set<RefusalCode>();
  for (const open of waysOf(path)) codes.add(await refusalBy(open, path, limits));
  expect(codes.size).toBe(1);
  const [code] = codes;
  return code!;
}

async function refusalBy(open: Open, path: string, limits: ArchiveLimits): Promise<RefusalCode> {
  try {
    await all(await opened(path, limits, open));
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    expect(error.message).toMatch(/\w{2,} \w+/);
    return error.code;
  }
  throw new Error("nothing was refused");
}

type TarEntry = Parameters<tar.Pack["entry"]>[0] & { readonly content?: string | Buffer };

async function tarFile(entries: readonly TarEntry[], isPacked = false): Promise<string> {
  const file = join(await scratchFolder(), isPacked ? "made.tar.gz" : "made.tar");
  const pack = tar.pack();
  for (const { content, ...header } of entries) {
    if (content === undefined) pack.entry(header);
    else pack.entry(header, content);
  }
  pack.finalize();
  if (isPacked) await pipeline(pack, createGzip(), createWriteStream(file));
  else await pipeline(pack, createWriteStream(file));
  return file;
}

const files = { "a.md": "one", "sub/b.md": "two" };
const asZip: readonly MadeEntry[] = Object.entries(files).map(([name, content]) => ({
  name,
  content,
}));
const asTar = Object.entries(files).map(([name, content]) => ({ name, content }));

describe("a source", () => {
  test.each([
    ["a folder", () => madeFolder(files)],
    ["a zip", () => zipFile(asZip)],
    ["a tar", () => tarFile(asTar)],
    ["a packed tar", () => tarFile(asTar, true)],
    ["a zip within a zip", () => zipFile([{ name: "part-1.zip", content: zipOf(asZip) }])],
    [
      "a zip whose program packed the folder",
      () => zipFile(asZip.map((entry) => ({ ...entry, name: `Notes/${String(entry.name)}` }))),
    ],
    [
      "a zip with what systems put beside files",
      () =>
        zipFile([
          ...asZip,
          { name: "__MACOSX/._a.md", content: "x" },
          { name: ".DS_Store" },
          { name: "sub/" },
        ]),
    ],
  ])("as %s yields its files", async (_kind, make) => {
    const path = await make();
    for (const open of waysOf(path)) {
      expect(await all(await opened(path, defaultLimits, open))).toEqual(files);
    }
  });

  test("as a single file yields only that", async () => {
    const dir = await madeFolder({ "a.md": "one", "b.md": "two" });
    expect(await all(await opened(join(dir, "a.md")))).toEqual({ "a.md": "one" });
  });

  test("leaves no unpacked files behind", async () => {
    const tree = await openSource(await tarFile(asTar, true));
    expect(await all(tree)).toEqual(files);
    await tree[Symbol.asyncDispose]();
    await expect(all(tree)).rejects.toThrow("ENOENT");
  });

  test("is unpacked into the caller's folder", async () => {
    const dir = await madeFolder({});
    const tempParent = join(dir, "data", "unpacked");
    const tree = await openSource(await tarFile(asTar, true), undefined, { tempParent });
    const [tempDir = ""] = await readdir(tempParent);
    expect((await readdir(join(tempParent, tempDir))).length).toBe(Object.keys(files).length);
    await tree[Symbol.asyncDispose]();
    expect(await readdir(tempParent)).toEqual([]);
  });

  test("in a tar may have a time beyond the range of Date", async () => {
    const file = await tarFile([{ name: "a.md", content: "one" }]);
    const bytes = await readFile(file);
    // Writes the time in the form for large numbers, then the header's checksum.
    Buffer.from("80ffffffffffffffffffffff", "hex").copy(bytes, 136);
    bytes.fill(" ", 148, 156);
    const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    await writeFile(file, bytes);
    expect((await opened(file)).entries).toMatchObject([{ path: "a.md", modifiedMs: null }]);
  });

  test("reports unreadable entries of a folder, and yields the rest", async () => {
    const dir = await madeFolder({ "a.md": "one", "b.md": "two" });
    // A folder deeper than the maximum path length is unreadable even for root.
    const deep = "mkdir -p $1 && cd $1 && for n in $(seq 16); do mkdir $2 && cd $2; done; mkdir $2";
    execFileSync("sh", ["-c", deep, "sh", join(dir, "deep"), "x".repeat(240)]);
    onTestFinished(() => void execFileSync("rm", ["-rf", join(dir, "deep")]));
    const tree = await opened(dir);
    expect(tree.problems).toMatchObject([
      { path: expect.stringMatching(/^deep\/x/), code: "not-readable" },
    ]);
    await rm(join(dir, "a.md"));
    await expect(readBytes(tree, "a.md", 9)).rejects.toThrow(SourceRefused);
    expect(Buffer.from(await readBytes(tree, "b.md", 9)).toString()).toBe("two");
  });

  test("doesn't follow links out of a folder, and reports them", async () => {
    const dir = await madeFolder({ "a.md": "one" });
    const outside = join(await scratchFolder(), "secret");
    await writeFile(outside, "secret");
    await symlink(outside, join(dir, "out.md"));
    await symlink(join(dir, "a.md"), join(dir, "in.md"));
    await mkdir(join(dir, "sub"));
    await symlink(dir, join(dir, "sub/round"));
    const tree = await opened(dir);
    expect(await all(tree)).toEqual({ "a.md": "one", "in.md": "one" });
    expect(tree.problems.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
      "out.md link",
      "sub/round link",
    ]);
  });
});

describe("a hostile archive is rejected with a message", () => {
  const secret = { content: "x" };
  test.each<[string, () => Promise<string>, RefusalCode]>([
    ["a zip that leads upwards", () => zipFile([{ name: "../evil.md", ...secret }]), "unsafe-name"],
    [
      "a zip that leads upwards below",
      () => zipFile([{ name: "a/../../evil.md", ...secret }]),
      "unsafe-name",
    ],
    [
      "a zip with a path from the root",
      () => zipFile([{ name: "/etc/evil.md", ...secret }]),
      "unsafe-name",
    ],
    ["a zip with a drive", () => zipFile([{ name: "C:\\evil.md", ...secret }]), "unsafe-name"],
    [
      "a zip with backslashes",
      () => zipFile([{ name: "a\\..\\..\\evil.md", ...secret }]),
      "unsafe-name",
    ],
    ["a zip with a NUL in a name", () => zipFile([{ name: "a\0.md", ...secret }]), "unsafe-name"],
    [
      "a zip with a link",
      () => zipFile([{ name: "a.md", content: "/etc/passwd", mode: 0o120777 }]),
      "link",
    ],
    [
      "an encrypted zip",
      () => zipFile([{ name: "a.md", isEncrypted: true, ...secret }]),
      "encrypted",
    ],
    [
      "a zip with a name twice",
      () => zipFile([{ name: "a.md" }, { name: "a.md" }]),
      "repeated-name",
    ],
    [
      "a zip that says less than it holds",
      () => zipFile([{ name: "a.md", content: "x".repeat(5000), declaredBytes: 10 }]),
      "broken",
    ],
    [
      "a zip that was cut",
      async () => {
        const file = join(await scratchFolder(), "cut.zip");
        await writeFile(file, zipOf(asZip).subarray(0, 60));
        return file;
      },
      "broken",
    ],
    ["a tar that leads upwards", () => tarFile([{ name: "../evil.md", ...secret }]), "unsafe-name"],
    [
      "a tar with a link",
      () => tarFile([{ name: "a.md", type: "symlink", linkname: "/etc/passwd" }]),
      "link",
    ],
    [
      "a tar with a hard link",
      () => tarFile([{ name: "a.md", type: "link", linkname: "/etc/passwd" }]),
      "link",
    ],
    [
      "a tar with a name twice",
      () =>
        tarFile([
          { name: "a.md", ...secret },
          { name: "a.md", ...secret },
        ]),
      "repeated-name",
    ],
    [
      "what is packed and no tar",
      async () => {
        const file = join(await scratchFolder(), "cut.tgz");
        await writeFile(file, gzipSync("x".repeat(2000)));
        return file;
      },
      "broken",
    ],
  ])("%s", async (_what, make, code) => {
    expect(await refusal(await make())).toBe(code);
  });

  const many = Array.from({ length: 5 }, (_, at) => ({ name: `${at}.md`, content: "x" }));
  const zeros = Buffer.alloc(900);
  const bombs = Array.from({ length: 3 }, (_, at) => ({
    name: `${at}.md`,
    content: zeros.subarray(0, 90),
  }));
  test.each<[string, () => Promise<string>, RefusalCode]>([
    ["a zip of too many files", () => zipFile(many), "too-many"],
    ["a tar of too many files", () => tarFile(many), "too-many"],
    [
      "a folder of too many files",
      () => madeFolder(Object.fromEntries(many.map(({ name }) => [name, "x"]))),
      "too-many",
    ],
    [
      "a zip with a file that unpacks from nothing",
      () => zipFile([{ name: "a.md", content: zeros }]),
      "bomb",
    ],
    [
      "a zip with a file that is too long",
      () =>
        zipFile([
          {
            name: "a.md",
            content: Buffer.from(Array.from({ length: 1200 }, (_, at) => (at * 7919) % 251)),
          },
        ]),
      "too-large",
    ],
    [
      "a tar with a file that is too long",
      () => tarFile([{ name: "a.md", content: Buffer.alloc(1200) }]),
      "too-large",
    ],
  ])("%s", async (_what, make, code) => {
    expect(await refusal(await make(), small)).toBe(code);
  });

  test.each<[string, () => Promise<string>, RefusalCode]>([
    [
      "a zip with a name that no system takes",
      () => zipFile([{ name: "x".repeat(5000) }]),
      "unsafe-name",
    ],
    [
      "a tar with a name that no system takes",
      () => tarFile([{ name: "x".repeat(5000), ...secret }]),
      "unsafe-name",
    ],
    [
      "a zip that says more of its files than they hold",
      () => zipFile(["a", "b"].map((name) => ({ name: name.repeat(3000) }))),
      "too-large",
    ],
    [
      "zips in a zip that do so together",
      () =>
        zipFile(
          ["a", "b"].map((part) => ({
            name: `${part}.zip`,
            content: zipOf([{ name: part.repeat(3000) }]),
          })),
        ),
      "too-large",
    ],
    [
      "a packed tar that unpacks from nothing",
      () => tarFile([{ name: "a.md", content: Buffer.alloc(900_000) }], true),
      "bomb",
    ],
    [
      "a packed tar whose bytes are in what is left out",
      () => tarFile([{ name: ".DS_Store", content: Buffer.alloc(900_000) }], true),
      "bomb",
    ],
    [
      "a packed tar whose bytes are in its headers",
      () =>
        tarFile(
          Array.from({ length: 200 }, (_, at) => ({
            name: `${at}/`,
            type: "directory" as const,
            pax: { comment: "x".repeat(10_000) },
          })),
          true,
        ),
      "bomb",
    ],
  ])("%s", async (_what, make, code) => {
    const limits = { ...defaultLimits, listBytes: 5500, freeBytes: 100_000 };
    expect(await refusal(await make(), limits)).toBe(code);
  });

  test("except a small one with an extreme ratio", async () => {
    const path = await zipFile(bombs.slice(0, 1));
    for (const open of waysOf(path)) {
      expect(Object.keys(await all(await opened(path, small, open)))).toEqual(["0.md"]);
    }
  });

  test("as is a missing one", async () => {
    const path = join(await scratchFolder(), "nothing.zip");
    expect(await refusalBy(openSource, path, defaultLimits)).toBe("not-there");
  });
});

test("the directory of a zip is read in large pieces, and empty files aren't read at all", async () => {
  const entries = Array.from({ length: 5000 }, (_, at) => ({ name: `${at}.md`, content: "" }));
  const file = await zipFile([...entries, { name: "last.md", content: "text" }]);
  const { zip, reader } = await ZipReader.openZip(file);
  onTestFinished(() => zip.close());
  const listed = Promise.withResolvers<null>();
  let count = 0;
  zip.on("error", listed.reject);
  zip.on("end", () => listed.resolve(null));
  zip.on("entry", () => {
    count += 1;
    zip.readEntry();
  });
  zip.readEntry();
  await listed.promise;
  expect(count).toBe(5001);
  // Two reads an entry would be ten thousand.
  expect(reader.reads).toBeLessThan(10);
  const tree = await opened(file);
  expect(await readBytes(tree, "4999.md", 10)).toHaveLength(0);
  expect(Buffer.from(await readBytes(tree, "last.md", 10)).toString()).toBe("text");
});
