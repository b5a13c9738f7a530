import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { StartRefused } from "../cli/refused/start-refused.ts";
import { findBrowser } from "./find-browser.ts";
import { showWindow } from "./show-window.ts";
import { hasVerb } from "../cli/tidemark-verbs.ts";
import { parseWindowOptions } from "./window-options.ts";

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "tidemark-window-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
});

/** Creates a shell script in the folder. Returns its path. */
async function program(name: string, lines: string): Promise<string> {
  const file = join(dir, name);
  await writeFile(file, `#!/bin/sh\n${lines}\n`);
  await chmod(file, 0o755);
  return file;
}

describe("the arguments of the program", () => {
  test("name the data folder and a link to show", () => {
    const link = "tidemark://search?q=tide";
    expect(parseWindowOptions(["--data", dir, "--port", "0", link])).toEqual({
      dataDir: dir,
      port: 0,
      link,
      file: null,
    });
    expect(parseWindowOptions([])).toMatchObject({ port: 5390, link: null, file: null });
  });

  test("name a text file to capture, or request quick capture", () => {
    const file = join(dir, "low water.md");
    expect(parseWindowOptions([file])).toMatchObject({ link: null, file });
    expect(parseWindowOptions([pathToFileURL(file).href])).toMatchObject({ link: null, file });
    expect(parseWindowOptions(["--capture"])).toMatchObject({
      link: "tidemark://capture",
      file: null,
    });
  });

  test.each([
    ["--colour"],
    ["--port", "x"],
    ["--data", ""],
    ["https://example.com"],
    ["file://elsewhere/etc/passwd"],
    ["--capture", "tides.md"],
    ["a", "b"],
  ])("%s is rejected", (...args) => {
    expect(() => parseWindowOptions(args)).toThrow(StartRefused);
  });

  test("are recognised if they need no window", () => {
    expect(hasVerb(["export", "--to", "x.zip"])).toBe(true);
    for (const verb of ["import", "backup", "backups", "restore"])
      expect(hasVerb([verb])).toBe(true);
    expect(hasVerb(["--data", "export"])).toBe(false);
    expect(hasVerb([])).toBe(false);
  });
});

describe("the browser to use", () => {
  test("is the first one installed, unless one is named", async () => {
    const brave = await program("brave-browser", "");
    expect(findBrowser({ PATH: `/nowhere:${dir}` })).toBe(brave);
    const chromium = await program("chromium", "");
    expect(findBrowser({ PATH: dir })).toBe(chromium);
    expect(findBrowser({ PATH: dir, TIDEMARK_BROWSER: "brave-browser" })).toBe(brave);
    expect(findBrowser({ PATH: "", TIDEMARK_BROWSER: brave })).toBe(brave);
  });

  test("is null if the file isn't executable or the path isn't absolute", async () => {
    await writeFile(join(dir, "chromium"), "");
    expect(findBrowser({ PATH: dir })).toBeNull();
    expect(findBrowser({ PATH: "." })).toBeNull();
    expect(findBrowser({})).toBeNull();
  });
});

describe("the window", () => {
  const options = (file: string) => ({
    program: file,
    port: 5390,
    dataDir: dir,
    link: "tidemark://open?memo=x&y",
    file: null,
    signal: new AbortController().signal,
    log: () => {},
  });

  test("is a separate process whose arguments contain no key", async () => {
    const said = join(dir, "said");
    await showWindow(options(await program("chromium", `printf '%s\\n' "$@" > ${said}`)));
    const args = (await readFile(said, "utf8")).split("\n");
    expect(args).toContain(
      "--app=http://127.0.0.1:5390/session/window?link=tidemark%3A%2F%2Fopen%3Fmemo%3Dx%26y",
    );
    expect(args).toContain(`--user-data-dir=${join(dir, "window")}`);
  });

  test("gets a text file by its path", async () => {
    const said = join(dir, "said");
    const shown = { ...options(await program("chromium", `printf '%s\\n' "$@" > ${said}`)) };
    await showWindow({ ...shown, link: null, file: "/home/ada/low water.md" });
    expect(await readFile(said, "utf8")).toContain(
      "--app=http://127.0.0.1:5390/session/window?file=%2Fhome%2Fada%2Flow+water.md\n",
    );
  });

  test("logs the browser's output if it fails", async () => {
    const lines: string[] = [];
    const file = await program("chromium", "echo no display >&2; exit 3");
    const shown = showWindow({ ...options(file), log: (line) => lines.push(line) });
    await expect(shown).rejects.toThrow("ended with exit code 3");
    expect(lines).toEqual(["no display"]);
  });

  test("is closed with the program", async () => {
    const ending = new AbortController();
    const file = await program("chromium", "exec sleep 60");
    const shown = showWindow({ ...options(file), signal: ending.signal });
    ending.abort();
    await expect(shown).resolves.toBeUndefined();
  });
});
