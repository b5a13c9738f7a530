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

test("settings survive a restart, and no other files are left", () => {
  const dir = folder();
  const file = join(dir, "deeper", "shell.json");
  const settings = openSettings(file, unheard);
  expect(settings.now).toEqual(usualSettings);
  settings.change({ shortcut: null });
  settings.change({ closing: "tray" });
  expect(openSettings(file, unheard).now).toEqual({ shortcut: null, closing: "tray" });
  expect(readdirSync(join(dir, "deeper"))).toEqual(["shell.json"]);
});

test.runIf(process.platform !== "win32")(
  "the file is readable only by its owner, regardless of the umask",
  () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const file = join(folder(), "shell.json");
    writeFileSync(file, "{}", { mode: 0o666 });
    openSettings(file, unheard).change({ closing: "quit" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  },
);

test.each(["", "{", "[]", "null", '{"shortcut":7,"closing":"never"}'])(
  "a file containing %j gives the defaults",
  (text) => {
    const file = join(folder(), "shell.json");
    writeFileSync(file, text);
    expect(openSettings(file, unheard).now).toEqual(usualSettings);
  },
);

test("an invalid setting doesn't affect the others", () => {
  const file = join(folder(), "shell.json");
  writeFileSync(file, '{"shortcut":"A","closing":"quit"}');
  expect(openSettings(file, unheard).now).toEqual({ ...usualSettings, closing: "quit" });
});

test("a setting that can't be written still applies, and the error is reported", () => {
  const dir = folder();
  writeFileSync(join(dir, "file"), "");
  const heard: unknown[] = [];
  const settings = openSettings(join(dir, "file", "shell.json"), (error) => heard.push(error));
  settings.change({ closing: "quit" });
  expect(settings.now.closing).toBe("quit");
  expect(heard).toHaveLength(1);
});
