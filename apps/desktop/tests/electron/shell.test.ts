import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ShellRequest, ShellState } from "@tidemark/ui";
import type { MenuItemConstructorOptions } from "electron";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { shellChannel } from "../../src/page/shell-channel.ts";
import { type FakeElectron, loadFakeElectron, slowLoad } from "./load-fake.ts";

afterEach(() => vi.unstubAllEnvs());

/** Starts the application on a separate folder; `ask` sends requests as a page. */
async function launch(prepare?: (fake: FakeElectron) => void) {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-shell-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  vi.stubEnv("XDG_SESSION_TYPE", "x11");
  vi.stubEnv("WAYLAND_DISPLAY", "");
  const fake = await loadFakeElectron();
  fake.calls.switches.set("data", dir);
  prepare?.(fake);
  await import("../../src/main/index.ts");
  fake.becomeReady();
  await vi.waitFor(() => expect(fake.calls.hosts).toHaveLength(1));
  const { calls } = fake;
  if (calls.hasTray) await vi.waitFor(() => expect(calls.trays).toHaveLength(1));
  const windowAt = (place: "main" | "capture") =>
    calls.windows.find(({ options }) => (options.name === "main") === (place === "main"));
  return {
    ...fake,
    dir,
    main: () => windowAt("main"),
    capture: () => windowAt("capture"),
    ask: (request: ShellRequest) => fake.ipcRenderer.send(shellChannel, request),
    state(): ShellState {
      fake.ipcRenderer.send(shellChannel, { type: "watch", isCapture: false });
      const heard = windowAt("main")?.webContents.heard.at(-1) as { readonly state: ShellState };
      return heard.state;
    },
    /** Returns the settings saved in the file. */
    async kept(): Promise<unknown> {
      return JSON.parse(await readFile(join(dir, "window", "shell.json"), "utf8"));
    },
  };
}

const usualKeys = "CommandOrControl+Shift+Space";

describe("quick capture", () => {
  test("is a low window without a frame, in the upper third of the display in use", async () => {
    const { calls, capture } = await launch();
    calls.shortcuts.get(usualKeys)?.();
    expect(capture()).toMatchObject({
      visible: true,
      focused: true,
      loaded: ["tidemark://app/#/capture"],
      bounds: { x: 1920 + (1600 - 560) / 2, y: 180, width: 560 },
      options: { frame: false, alwaysOnTop: true, skipTaskbar: true, show: false },
    });
    expect(capture()?.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
    });
  });

  test("toggles with its shortcut, always the same window", async () => {
    const { calls, capture } = await launch();
    const press = calls.shortcuts.get(usualKeys);
    press?.();
    const [, first] = calls.windows;
    press?.();
    expect(capture()?.visible).toBe(false);
    press?.();
    expect(capture()).toBe(first);
    expect(calls.windows).toHaveLength(2);
  });

  test("is as tall as its page requests, within bounds", async () => {
    const { ask, calls, capture } = await launch();
    calls.shortcuts.get(usualKeys)?.();
    const heights = [300, 9000, 2].map((height) => {
      ask({ type: "capture-height", height });
      return capture()?.bounds.height;
    });
    expect(heights).toEqual([300, 420, 150]);
  });

  test("is hidden by its close button, and destroyed when the app quits", async () => {
    const { app, calls, capture } = await launch();
    calls.shortcuts.get(usualKeys)?.();
    const window = capture();
    window?.close();
    expect(window).toMatchObject({ visible: false, destroyed: false });
    app.emit("before-quit");
    window?.close();
    expect(window?.destroyed).toBe(true);
  });

  test("offers a copied link each time it opens, and no other clipboard content", async () => {
    const { ask, calls, capture } = await launch();
    const offered = () =>
      capture()?.webContents.heard.filter(
        (each) => (each as { readonly type: string }).type === "copied-link",
      );
    calls.copied.push("a secret that somebody copied");
    calls.shortcuts.get(usualKeys)?.();
    ask({ type: "watch", isCapture: true });
    await vi.waitFor(() => expect(offered()).toEqual([{ type: "copied-link", link: null }]));
    calls.shortcuts.get(usualKeys)?.();
    calls.copied.push("https://example.org/tides\n");
    calls.shortcuts.get(usualKeys)?.();
    await vi.waitFor(() =>
      expect(offered()?.at(-1)).toEqual({ type: "copied-link", link: "https://example.org/tides" }),
    );
    expect(JSON.stringify(capture()?.webContents.heard)).not.toContain("secret");
  });

  test("opens alone with --capture; hiding it without a tray quits", async () => {
    vi.stubGlobal("process", { ...process, argv: ["/opt/tidemark", "--capture"] });
    const { ask, calls, capture, main } = await launch();
    vi.unstubAllGlobals();
    await vi.waitFor(() => expect(capture()?.visible).toBe(true));
    expect(main()).toBeUndefined();
    ask({ type: "hide-capture" });
    expect(calls.quits).toBe(1);
  });

  test("opens with --capture on a running program, without raising the main window", async () => {
    const { app, calls, capture, main } = await launch();
    app.emit("second-instance", {}, ["/opt/tidemark", "--capture"], "/home/ada");
    expect(capture()?.visible).toBe(true);
    expect(main()?.focuses).toBe(0);
    expect(calls.quits).toBe(0);
  });

  test("gets a link's text once its page listens, without saving it", async () => {
    const { app, ask, capture } = await launch();
    const link = "tidemark://capture?text=Low%20water";
    app.emit("second-instance", {}, ["/opt/tidemark", link], "/home/ada");
    expect(capture()?.webContents.heard).toEqual([]);
    ask({ type: "watch", isCapture: true });
    expect(capture()?.webContents.heard[0]).toEqual({
      type: "capture",
      captured: { text: "Low water" },
    });
    // A reloaded page listens again and receives nothing twice.
    capture()?.webContents.emit("did-navigate");
    ask({ type: "watch", isCapture: true });
    expect(
      capture()?.webContents.heard.filter(
        (heard) => (heard as { type: string }).type === "capture",
      ),
    ).toHaveLength(1);
  });

  test("gets the text of a file opened with the app, or the reason why not", async () => {
    const { app, ask, capture, dir } = await launch();
    await writeFile(join(dir, "tides.md"), "# Tides\n");
    await writeFile(join(dir, "binary.md"), new Uint8Array([0xff, 0x00]));
    const preventDefault = vi.fn<() => void>();
    app.emit("second-instance", {}, ["/opt/tidemark", "tides.md"], dir);
    app.emit("open-file", { preventDefault }, join(dir, "binary.md"));
    expect(preventDefault).toHaveBeenCalledOnce();
    ask({ type: "watch", isCapture: true });
    await vi.waitFor(() =>
      expect(capture()?.webContents.heard).toEqual(
        expect.arrayContaining([
          { type: "capture", captured: { text: "# Tides\n" } },
          { type: "capture", captured: { problem: "not-text", name: "binary.md" } },
        ]),
      ),
    );
  });

  test("opens the new memo in the main window", async () => {
    const { ask, calls, capture, main } = await launch();
    calls.shortcuts.get(usualKeys)?.();
    ask({ type: "open-memo", id: "a1" });
    expect(capture()?.visible).toBe(false);
    expect(main()?.loaded.at(-1)).toBe("tidemark://app/#/m/a1");
    ask({ type: "open-memo", id: "../trash" } as ShellRequest);
    expect(main()?.loaded).toHaveLength(2);
  });

  test("opens the memo even if no other window was open, without quitting", async () => {
    vi.stubGlobal("process", { ...process, argv: ["/opt/tidemark", "--capture"] });
    const { ask, calls, capture, main } = await launch();
    vi.unstubAllGlobals();
    await vi.waitFor(() => expect(capture()?.visible).toBe(true));
    ask({ type: "open-memo", id: "a1" });
    expect(main()?.loaded).toEqual(["tidemark://app/#/m/a1"]);
    expect(capture()?.visible).toBe(false);
    expect(calls.quits).toBe(0);
  });

  test("a connect link only offers a server in the main window", async () => {
    const { app, ask, main } = await launch();
    const link = "tidemark://connect?url=https%3A%2F%2Fnotes.example.org&code=7KQ2-M9XB-1234-5678";
    app.emit("second-instance", {}, ["/opt/tidemark", link], "/home/ada");
    expect(main()?.webContents.heard).toEqual([]);
    ask({ type: "watch", isCapture: false });
    expect(main()?.webContents.heard[0]).toEqual({
      type: "connect",
      url: "https://notes.example.org",
      code: "7KQ2M9XB12345678",
    });
  });
});

describe("its shortcut", () => {
  test("can be changed and turned off, and the choice is saved", async () => {
    const { ask, calls, kept, state } = await launch();
    ask({ type: "set", settings: { shortcut: "Alt+N" } });
    expect([...calls.shortcuts.keys()]).toEqual(["Alt+N"]);
    expect(state()).toMatchObject({
      settings: { shortcut: "Alt+N" },
      shortcut: { state: "on", presses: 0 },
    });
    ask({ type: "set", settings: { shortcut: null } });
    expect(calls.shortcuts.size).toBe(0);
    expect(state().shortcut.state).toBe("off");
    expect(await kept()).toEqual({ shortcut: null, closing: "ask" });
  });

  test("is rejected if it would interfere with typing", async () => {
    const { ask, calls } = await launch();
    ask({ type: "set", settings: { shortcut: "Shift+A" } });
    expect([...calls.shortcuts.keys()]).toEqual([usualKeys]);
  });

  test("is reported as taken by another program", async () => {
    const { state } = await launch(({ calls }) => calls.takenKeys.add(usualKeys));
    expect(state().shortcut.state).toBe("taken");
  });

  test("is reported as unsure under Wayland, which may accept but never report it", async () => {
    vi.stubGlobal("process", { ...process, platform: "linux" });
    const { state } = await launch(() => vi.stubEnv("XDG_SESSION_TYPE", "wayland"));
    vi.unstubAllGlobals();
    expect(state().shortcut.state).toBe("unsure");
  });

  test("is counted during a trial, and opens nothing", async () => {
    const { ask, calls, capture, state } = await launch();
    ask({ type: "try-shortcut", isOn: true });
    calls.shortcuts.get(usualKeys)?.();
    expect(state().shortcut.presses).toBe(1);
    expect(capture()).toBeUndefined();
    ask({ type: "try-shortcut", isOn: false });
    calls.shortcuts.get(usualKeys)?.();
    expect(capture()?.visible).toBe(true);
  });
});

describe("the tray", () => {
  const withTray = ({ calls }: FakeElectron) => void (calls.hasTray = true);
  const item = (items: readonly MenuItemConstructorOptions[] | undefined, label: string) => {
    const found = items?.find((each) => each.label === label);
    if (found?.click === undefined) throw new Error(`the tray has no ${label}`);
    return found.click as () => void;
  };

  test("isn't created if the desktop has none, and closing the window quits", async () => {
    const { calls, main, state } = await launch();
    expect(state().hasTray).toBe(false);
    main()?.close();
    expect(calls).toMatchObject({ trays: [], questions: [], quits: 1 });
  });

  test("lists the page's content, and runs its commands", async () => {
    const { ask, calls, capture, main } = await launch(withTray);
    const [tray] = calls.trays;
    ask({ type: "watch", isCapture: true });
    ask({ type: "watch", isCapture: false });
    const recent = [{ id: "a1", title: "Fish & chips" }];
    ask({ type: "tray", content: { recent, sync: "on" } });
    const labels = tray?.template.map(({ label, type }) => label ?? type);
    expect(labels).toEqual([
      "New memo",
      "Quick capture",
      "Record",
      "Search",
      "separator",
      "Fish && chips",
      "separator",
      "Sync now",
      "Pause sync",
      "separator",
      "Open Tidemark",
      "Quit",
    ]);
    item(tray?.template, "Fish && chips")();
    expect(main()?.loaded.at(-1)).toBe("tidemark://app/#/m/a1");
    item(tray?.template, "Pause sync")();
    expect(capture()?.webContents.heard.at(-1)).toEqual({ type: "act", act: "pause-sync" });
    item(tray?.template, "New memo")();
    expect(main()?.webContents.heard.at(-1)).toEqual({ type: "act", act: "new-memo" });
    item(tray?.template, "Record")();
    expect(main()?.webContents.heard.at(-1)).toEqual({ type: "act", act: "record" });
    item(tray?.template, "Quit")();
    expect(calls.quits).toBe(1);

    ask({ type: "tray", content: { recent: [], sync: "paused" } });
    const after = tray?.template.map(({ label }) => label);
    expect(after).toContain("Resume sync");
    expect(after).not.toContain("Sync now");
  });

  test("is offered once when the window is closed; then closing hides the window", async () => {
    const { calls, kept, main } = await launch(withTray);
    const window = main();
    calls.answers.push(2);
    window?.close();
    await vi.waitFor(() => expect(calls.questions).toHaveLength(1));
    expect(window?.destroyed).toBe(false);
    await Promise.resolve();
    calls.answers.push(0);
    window?.show();
    window?.close();
    await vi.waitFor(() => expect(window?.visible).toBe(false));
    expect(await kept()).toMatchObject({ closing: "tray" });
    window?.show();
    window?.close();
    expect(window).toMatchObject({ visible: false, destroyed: false });
    expect(calls.questions).toHaveLength(2);
    calls.trays[0]?.emit("click");
    expect(window?.visible).toBe(true);
  });

  test("isn't used if the user chose to quit, or when the app quits", async () => {
    const { app, ask, calls, main } = await launch(withTray);
    ask({ type: "set", settings: { closing: "quit" } });
    const window = main();
    window?.close();
    expect(calls.quits).toBe(1);
    app.emit("before-quit");
    window?.close();
    expect(window?.destroyed).toBe(true);
  });

  test("is all that a hidden start shows; without a tray the window opens", async () => {
    vi.stubGlobal("process", { ...process, argv: ["/opt/tidemark", "--hidden"] });
    const inTray = await launch(withTray);
    expect(inTray.main()).toBeUndefined();
    const late = await launch(({ calls }) => void (calls.hasLateTray = true));
    await vi.waitFor(() => expect(late.calls.trays).toHaveLength(1));
    expect(late.main()).toBeUndefined();
    const without = await launch();
    await vi.waitFor(() => expect(without.main()).toBeDefined());
    vi.unstubAllGlobals();
  });
});

describe("a failure", () => {
  const refuse = ({ calls }: FakeElectron, isDatabase: boolean): void => {
    const refusal = { type: "refused", message: "The file is damaged.", isDatabase };
    calls.hosts[0]?.parentPort.postMessage(refusal);
  };

  test("of opening the database is shown in the window, with recovery options", async () => {
    const { ask, calls, app, dir, main, ...fake } = await launch();
    await writeFile(join(dir, "tidemark.db"), "damaged");
    await writeFile(join(dir, "tidemark.db.before-v7"), "older");
    ask({ type: "watch", isCapture: false });
    // A working database isn't replaced.
    ask({ type: "restore-copy", name: "tidemark.db.before-v7" });
    refuse({ ...fake, app, calls } as FakeElectron, true);
    const said = {
      type: "refused",
      refused: {
        message: "The file is damaged.",
        copies: [expect.objectContaining({ name: "tidemark.db.before-v7" })],
      },
    };
    await vi.waitFor(() => expect(main()?.webContents.heard).toContainEqual(said), slowLoad);
    // A reloaded page gets it again.
    main()?.webContents.heard.splice(0);
    ask({ type: "watch", isCapture: false });
    expect(main()?.webContents.heard).toContainEqual(said);
    expect(await readFile(join(dir, "tidemark.db"), "utf8")).toBe("damaged");
    ask({ type: "refused", act: "show-folder" });
    ask({ type: "show-logs" });
    expect(calls.openedPaths).toEqual([dir, join(dir, "logs")]);
    ask({ type: "restore-copy", name: "tidemark.db.before-v7" });
    // A second click, or a restart meanwhile, would leave the folder without a database.
    ask({ type: "restore-copy", name: "tidemark.db.before-v7" });
    ask({ type: "refused", act: "again" });
    expect(app.relaunches).toBe(0);
    await vi.waitFor(() => expect(app.relaunches).toBe(1));
    expect(await readFile(join(dir, "tidemark.db"), "utf8")).toBe("older");
    expect((await readdir(dir)).filter((name) => name.startsWith("replaced-"))).toHaveLength(1);
    expect(calls.exitCode).toBe(0);
  });

  test("offers to retry or quit", async () => {
    const { ask, calls, app, ...fake } = await launch();
    ask({ type: "watch", isCapture: false });
    refuse({ ...fake, app, calls } as FakeElectron, false);
    ask({ type: "refused", act: "again" });
    expect([app.relaunches, calls.exitCode]).toEqual([1, 0]);
    ask({ type: "refused", act: "quit" });
    expect(calls.quits).toBe(1);
  });

  test("is logged, and included in a report", async () => {
    const { app, ask, calls, main } = await launch();
    ask({ type: "watch", isCapture: false });
    app.emit("child-process-gone", {}, { type: "GPU", reason: "crashed", exitCode: 9 });
    // Log lines aren't written to the folder until the host has locked it.
    expect(calls.logged).toEqual([]);
    calls.hosts[0]?.parentPort.postMessage({ type: "ready" });
    calls.hosts[0]?.emit("exit", 7);
    expect(calls.logged).toEqual(
      expect.arrayContaining(["GPU: crashed, code 9", "host: ended with code 7"]),
    );
    ask({ type: "report" });
    const heard = main()?.webContents.heard.at(-1);
    expect(heard).toMatchObject({
      type: "report",
      text: expect.stringContaining("Tidemark 1.2.3"),
    });
    expect(heard).toMatchObject({ text: expect.stringContaining("GPU: crashed") });
  });
});

describe("the machine's power state", () => {
  const said = ({ calls }: FakeElectron) => calls.hosts[0]?.received.map(({ message }) => message);

  test("pauses sync during sleep, and resumes it on wake-up", async () => {
    const { calls, powerMonitor, ...fake } = await launch();
    powerMonitor.emit("suspend");
    powerMonitor.emit("resume");
    expect(said({ ...fake, calls, powerMonitor } as FakeElectron)).toEqual([
      { type: "files" },
      { type: "asleep", isAsleep: true },
      { type: "asleep", isAsleep: false },
    ]);
  });

  test("delays shutdown until the database is closed", async () => {
    const { calls, powerMonitor } = await launch();
    const preventDefault = vi.fn<() => void>();
    powerMonitor.emit("shutdown", { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(calls.quits).toBe(1);
  });
});

describe("the keyring", () => {
  async function asked(keyring: FakeElectron["calls"]["keyring"]) {
    const { calls } = await launch((fake) => void (fake.calls.keyring = keyring));
    const [host] = calls.hosts;
    return async (act: "seal" | "open", text: string) => {
      host?.parentPort.postMessage({ type: "secret", id: 7, act, text });
      await vi.waitFor(() =>
        expect(host?.received.at(-1)?.message).toMatchObject({ type: "secret", id: 7 }),
      );
      const { message } = host?.received.at(-1) ?? {};
      return (message as { readonly answer: unknown }).answer;
    };
  }

  test("seals texts for the host, and opens them again", async () => {
    const ask = await asked("open");
    const sealed = (await ask("seal", "s3cret")) as { readonly text: string };
    expect(sealed.text).not.toContain("s3cret");
    const second = await asked("open");
    expect(await second("open", sealed.text)).toEqual({ text: "s3cret", isStale: false });
  });

  test.each(["absent", "basic"] as const)("%s seals nothing", async (keyring) => {
    const ask = await asked(keyring);
    expect(await ask("seal", "s3cret")).toBeNull();
  });

  test("opens nothing while locked", async () => {
    const ask = await asked("locked");
    expect(await ask("open", Buffer.from("turned s3cret").toString("base64"))).toBeNull();
  });
});

describe("starting with the system", () => {
  test("uses an autostart file on Linux, which is deleted when turned off", async () => {
    const config = await mkdtemp(join(tmpdir(), "tidemark-config-"));
    onTestFinished(() => rm(config, { recursive: true, force: true }));
    vi.stubEnv("XDG_CONFIG_HOME", config);
    vi.stubEnv("APPIMAGE", '/home/ada/My "Apps"/$tidemark.AppImage');
    vi.stubGlobal("process", { ...process, platform: "linux" });
    const { ask, dir, state } = await launch();
    expect(state().startsAtLogin).toBe(false);
    ask({ type: "start-at-login", isOn: true });
    expect(state().startsAtLogin).toBe(true);
    const entry = await readFile(join(config, "autostart", "tidemark.desktop"), "utf8");
    expect(entry).toContain(
      `Exec="/home/ada/My \\\\"Apps\\\\"/\\\\$tidemark.AppImage" "--hidden" "--data=${dir}"\n`,
    );
    ask({ type: "start-at-login", isOn: false });
    expect(state().startsAtLogin).toBe(false);
    vi.unstubAllGlobals();
  });

  test("uses the system's own setting on Windows", async () => {
    vi.stubGlobal("process", { ...process, platform: "win32" });
    const { ask, calls, dir, state } = await launch();
    ask({ type: "start-at-login", isOn: true });
    expect(calls.loginItem).toEqual({ openAtLogin: true, args: ["--hidden", `"--data=${dir}"`] });
    expect(state().startsAtLogin).toBe(true);
    vi.unstubAllGlobals();
  });

  test("isn't available if run from sources", async () => {
    const { state } = await launch(({ app }) => void (app.isPackaged = false));
    expect(state().startsAtLogin).toBeNull();
  });
});
