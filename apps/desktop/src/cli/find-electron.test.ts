import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findElectron } from "./find-electron.ts";

async function createDist(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), "tidemark-electron-"));
  onTestFinished(() => rm(dist, { recursive: true, force: true }));
  await writeFile(join(dist, "electron"), "");
  await chmod(join(dist, "electron"), 0o755);
  return dist;
}

test("on Linux, Electron is used only if there is a display", async () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: await createDist() };
  expect(findElectron(env, "linux")).toBeNull();
  expect(findElectron({ ...env, DISPLAY: "" }, "linux")).toBeNull();
  const program = join(env.ELECTRON_OVERRIDE_DIST_PATH, "electron");
  expect(findElectron({ ...env, DISPLAY: ":0" }, "linux")).toBe(program);
  expect(findElectron({ ...env, WAYLAND_DISPLAY: "wayland-0" }, "linux")).toBe(program);
});

test("returns null if the program is missing", async () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: join(await createDist(), "gone"), DISPLAY: ":0" };
  expect(findElectron(env, "linux")).toBeNull();
});
