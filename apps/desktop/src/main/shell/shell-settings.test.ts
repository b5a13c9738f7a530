import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSettings, usualSettings } from "./shell-settings.ts";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-shell-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const unheard = (error: unknown): never => {
  throw error;
};

test("what was chosen is there at the next start, and nothing else is left behind", () => {
  const dir = folder();
  const file = join(dir, "deeper", "shell.json");
  const settings = openSettings(file, unheard);
  expect(settings.now).toEqual(usualSettings);
  settings.change({ shortcut: null });
  settings.change({ closing: "tray" });
  expect(openSettings(file, unheard).now).toEqual({ shortcut: null, closing: "tray" });
  expect(readdirSync(join(dir, "deeper"))).toEqual(["shell.json"]);
});

test.runIf(process.platform !== "win32")("is its owner's alone, whatever the umask", () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const file = join(folder(), "shell.json");
  writeFileSync(file, "{}", { mode: 0o666 });
  openSettings(file, unheard).change({ closing: "quit" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(["", "{", "[]", "null", '{"shortcut":7,"closing":"never"}'])(
  "a file with %j is as usual",
  (text) => {
    const file = join(folder(), "shell.json");
    writeFileSync(file, text);
    expect(openSettings(file, unheard).now).toEqual(usualSettings);
  },
);

test("what is broken takes nothing else with it", () => {
  const file = join(folder(), "shell.json");
  writeFileSync(file, '{"shortcut":"A","closing":"quit"}');
  expect(openSettings(file, unheard).now).toEqual({ ...usualSettings, closing: "quit" });
});

test("what cannot be written holds all the same, and is heard of", () => {
  const dir = folder();
  writeFileSync(join(dir, "file"), "");
  const heard: unknown[] = [];
  const settings = openSettings(join(dir, "file", "shell.json"), (error) => heard.push(error));
  settings.change({ closing: "quit" });
  expect(settings.now.closing).toBe("quit");
  expect(heard).toHaveLength(1);
});
