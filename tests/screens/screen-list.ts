import { expect, type Locator, type Page } from "@playwright/test";
import type { FilledFolder } from "./fill-folder.ts";

/**
 * Device that a screen shows: `full` has years of notes, `empty` has no memos, and the others are those of
 * `fill-shared.ts`, whose server has other users.
 */
export type ScreenDevice = "full" | "empty" | "shared" | "quiet" | "away";

/** One screen of the app, and the steps to open it from a page that was just loaded at `hash`. */
export interface Screen {
  readonly hash?: string;
  /** Device that shows it, `full` by default. */
  readonly device?: ScreenDevice;
  show?(page: Page): Promise<void>;
  /** Reverts changes that would be visible on other screens. */
  undo?(page: Page): Promise<void>;
}

/** Returns all screens by name, as used in file names. */
export function listScreens({ essay }: FilledFolder): Record<string, Screen> {
  return {
    "first-run": { device: "empty" },
    "tasks-empty": { device: "empty", hash: "tasks" },
    "archive-empty": { device: "empty", hash: "archive" },
    "trash-empty": { device: "empty", hash: "trash" },
    timeline: {},
    "timeline-scrolled": {
      async show(page) {
        await focusMemo(page);
        for (let n = 0; n < 6; n += 1) {
          await page.keyboard.press("j");
          await page.waitForTimeout(60);
        }
      },
    },
    "composer-in-use": {
      async show(page) {
        await openComposer(page);
        await page.keyboard.insertText(
          "# Before the crane comes\n\nRemember **both** lines, the `slip` key and:\n\n- [ ] coffee for four\n\n#boat/winter",
        );
      },
      async undo(page) {
        await openComposer(page);
        await page.keyboard.press("Control+a");
        await page.keyboard.press("Delete");
        await page.waitForTimeout(700);
      },
    },
    "inline-editing": {
      async show(page) {
        await focusMemo(page);
        await page.keyboard.press("j");
        await page.keyboard.press("e");
        await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
        await page.keyboard.press("Control+End");
      },
    },
    recording: {
      async show(page) {
        await openComposer(page);
        await page.keyboard.insertText("What the pilot said, word by word\n\n");
        await page
          .getByRole("region", { name: "New memo" })
          .getByRole("button", { name: "Record" })
          .click();
        await expect(page.getByRole("timer")).toHaveText("0:01");
      },
      async undo(page) {
        await page.getByRole("button", { name: "Discard", exact: true }).click();
        await openComposer(page);
        await page.keyboard.press("Control+a");
        await page.keyboard.press("Delete");
        await page.waitForTimeout(700);
      },
    },
    "tag-branch": { hash: "?tag=boat/*", show: (page) => openTree(page) },
    "tag-colours": {
      async show(page) {
        await openTree(page);
        await page.keyboard.press("Shift+F10");
        await page.getByRole("menuitem", { name: "Colour…" }).click();
        await page.getByRole("radio", { name: "Amber" }).check();
      },
    },
    "tag-rename": {
      async show(page) {
        await openTree(page);
        await page.keyboard.press("Shift+F10");
        await page.getByRole("menuitem", { name: "Rename…" }).click();
        await page.getByRole("textbox", { name: "New name" }).fill("garden");
        await expect(page.getByText(/memos? will change/)).toBeVisible();
      },
    },
    "tag-manager": {
      async show(page) {
        await openTree(page, false);
        await page.getByRole("button", { name: "Manage tags…" }).click();
        await expect(page.getByRole("dialog").getByRole("list")).toBeVisible();
      },
    },
    "blurred-memos": {
      async show(page) {
        await page.keyboard.press("Control+Shift+H");
        await expect(page.getByRole("button", { name: "Show this memo" }).first()).toBeVisible();
      },
      async undo(page) {
        await page.keyboard.press("Control+Shift+H");
      },
    },
    "blurred-hits": {
      hash: "?q=tide",
      async show(page) {
        await page.keyboard.press("Control+Shift+H");
        await expect(page.getByText("Blurred memo").first()).toBeAttached();
      },
      async undo(page) {
        await page.keyboard.press("Control+Shift+H");
      },
    },
    "tag-panel": {
      async show(page) {
        await focusMemo(page);
        await page.keyboard.press("j");
        await page.keyboard.press("t");
        await expect(page.getByRole("combobox")).toBeFocused();
        await page.keyboard.type("s");
      },
    },
    selected: {
      async show(page) {
        await selectThree(page);
      },
    },
    "selected-tags": {
      async show(page) {
        await selectThree(page);
        await page.keyboard.press("t");
        await expect(page.getByRole("combobox")).toBeFocused();
      },
    },
    "selected-hits": {
      hash: "?q=tide",
      async show(page) {
        await selectThree(page);
      },
    },
    "selected-in-trash": {
      hash: "trash",
      async show(page) {
        await focusMemo(page);
        await page.keyboard.press("x");
        await page.keyboard.press("Control+a");
        await expect(page.getByRole("toolbar", { name: "Selected memos" })).toBeVisible();
      },
    },
    import: {
      async show(page) {
        await openImport(page);
      },
    },
    "import-plan": {
      async show(page) {
        const dialog = await openImport(page);
        await dialog.locator("[data-import=files]").setInputFiles(sampleNotes);
        await expect(dialog.getByRole("button", { name: /^Import \d+ memos$/ })).toBeVisible();
      },
      async undo(page) {
        await page.getByRole("button", { name: "Choose something else" }).click();
        await page.keyboard.press("Escape");
      },
    },
    palette: {
      async show(page) {
        await page.keyboard.press("Control+p");
        await expect(page.getByRole("option").first()).toBeVisible();
      },
    },
    "palette-words": {
      async show(page) {
        await page.keyboard.press("Control+p");
        await page.keyboard.type("tide");
        await expect(page.getByRole("option").first()).toBeVisible();
      },
    },
    // In a narrower window this is the memo's page.
    "memo-panel": {
      async show(page) {
        await openComposer(page);
        await page.keyboard.insertText("What the pilots say of slack water:");
        await page.keyboard.press("Control+p");
        await page.keyboard.type("why the tide");
        await expect(page.locator(".palette-row[data-highlighted]")).toContainText("late");
        await page.keyboard.press("Control+Enter");
        await expect(
          page.getByRole("article", { name: "Why the tide is late" }).last(),
        ).toBeFocused();
      },
      async undo(page) {
        await page.goto(page.url().replace(/#.*$/, "#/"));
        await openComposer(page);
        await page.keyboard.press("Control+a");
        await page.keyboard.press("Delete");
        await page.waitForTimeout(700);
      },
    },
    "palette-help": {
      async show(page) {
        await page.keyboard.press("Control+p");
        await page.keyboard.type("?");
        await expect(page.getByRole("option").first()).toBeVisible();
      },
    },
    "view-dialog": {
      async show(page) {
        await openWholeSidebar(page);
        await page.getByRole("button", { name: "New view" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("button", { name: "Open tasks" }).click();
        await expect(dialog.getByText(/memos?$/u).first()).toBeVisible();
      },
    },
    "share-sheet": {
      hash: `m/${essay}`,
      async show(page) {
        await page.getByRole("article").first().focus();
        await page.keyboard.press("s");
        await expect(page.getByRole("dialog", { name: "Share link" })).toBeVisible();
      },
    },
    "search-hits": {
      hash: "?q=tide",
      show: (page) => expect(page.getByRole("article").first()).toBeVisible(),
    },
    "search-nothing": {
      hash: "?q=nowhere-at-all",
      show: (page) => expect(page.getByText("No matching memos")).toBeVisible(),
    },
    "search-refused": { hash: `?q=${encodeURIComponent("=contents == 1")}` },
    tag: { hash: "?tag=sea" },
    "pinned-open": {
      show: (page) => page.getByRole("button", { name: "Pinned", exact: true }).click(),
    },
    tasks: {
      hash: "tasks",
      show: (page) => expect(page.locator(".task-item").first()).toBeVisible(),
    },
    "tasks-by-tag": { hash: "tasks?by=tag" },
    "tasks-ticked": {
      hash: "tasks",
      async show(page) {
        await page.getByRole("group", { name: "Open tasks" }).getByRole("checkbox").nth(1).click();
        await expect(page.getByText("Task done").first()).toBeVisible();
      },
      async undo(page) {
        await page.keyboard.press("z");
      },
    },
    archive: { hash: "archive" },
    "library-media": { hash: "library" },
    "library-documents": { hash: "library?kind=documents" },
    "library-unused": {
      hash: "library?kind=unused",
      show: (page) => page.getByRole("checkbox", { name: "Select old-charts.zip" }).check(),
    },
    year: {
      async show(page) {
        await focusMemo(page);
        await page.keyboard.press("g");
        await page.keyboard.press("y");
        await expect(page.locator(".year")).toBeVisible();
      },
    },
    trash: { hash: "trash" },
    "trash-question": {
      hash: "trash",
      async show(page) {
        await page.getByRole("article").first().focus();
        await page.keyboard.press("Delete");
        await expect(page.getByRole("alertdialog")).toBeVisible();
      },
    },
    "memo-page": { hash: `m/${essay}` },
    "memo-page-table": {
      hash: `m/${essay}`,
      show: (page) => page.getByRole("heading", { name: "Slack water" }).scrollIntoViewIfNeeded(),
    },
    "memo-page-comments": {
      hash: `m/${essay}`,
      async show(page) {
        await page.getByRole("region", { name: /^History/ }).scrollIntoViewIfNeeded();
      },
    },
    "memo-page-editing": {
      hash: `m/${essay}`,
      async show(page) {
        await page.getByRole("article").first().focus();
        await page.keyboard.press("e");
        await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeFocused();
      },
    },
    "history-dialog": {
      hash: `m/${essay}`,
      async show(page) {
        await page.getByRole("button", { name: "More actions" }).first().click();
        await page.getByRole("menuitem", { name: "History" }).click();
        await expect(page.getByRole("insertion").first()).toBeVisible();
      },
    },
    "connect-dialog": {
      async show(page) {
        await openSync(page);
        await page.getByRole("button", { name: "Connect a server…" }).first().click();
        await expect(page.getByRole("dialog", { name: "Connect a server" })).toBeVisible();
      },
    },
    "sync-panel": { show: openSync },
    "sync-details": {
      async show(page) {
        await openSync(page);
        await page.getByRole("button", { name: "Open log" }).click();
        await expect(page.getByRole("tab", { name: "Log" })).toBeVisible();
      },
    },
    safety: { show: openSafety },
    "safety-server": { device: "shared", show: openSafety },
    settings: { hash: "settings/appearance" },
    "settings-parts": { hash: "settings" },
    "settings-local": { hash: "settings/devices" },
    "settings-devices": { device: "shared", hash: "settings/devices" },
    ...Object.fromEntries(
      settingsParts.map((part) => [`settings-${part}`, { hash: `settings/${part}` }]),
    ),
    ...Object.fromEntries(
      adminParts.map((part): [string, Screen] => [
        `admin-${part}`,
        { device: "shared", hash: `admin/${part}`, show: openAdminRow },
      ]),
    ),
    "admin-spaces": {
      device: "shared",
      hash: "admin/spaces",
      async show(page) {
        await page.getByRole("textbox", { name: "Title" }).fill("Boat crew");
        await page.getByRole("button", { name: "Create space" }).click();
        await expect(page.getByRole("button", { name: "Manage Boat crew" })).toBeVisible();
        await openAdminRow(page);
      },
      async undo(page) {
        await page.getByRole("button", { name: "Delete space" }).click();
        await page.getByRole("button", { name: "Delete; memos stay with their authors" }).click();
        await expect(page.getByText("No spaces yet.")).toBeVisible();
      },
    },
    "settings-search": {
      hash: "settings",
      async show(page) {
        await page.getByRole("searchbox", { name: "Search settings" }).fill("server");
        await expect(page.getByRole("status").filter({ hasText: "setting" })).toBeAttached();
      },
    },
    "shortcut-sheet": {
      async show(page) {
        await page.keyboard.press("Control+/");
        await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
      },
    },
    "memo-menu": {
      async show(page) {
        const card = page.getByRole("article").first();
        await card.hover();
        await card.getByRole("button", { name: "More actions" }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      },
    },
    "language-menu": {
      async show(page) {
        await openSidebar(page);
        await page.getByRole("button", { name: /^Language/ }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      },
    },
    sidebar: { show: openSidebar },
    explore: { device: "shared", hash: "explore" },
    "explore-search": {
      device: "shared",
      hash: "explore?q=crane",
      show: (page) => expect(page.locator("#search-count")).toHaveText("2 memos"),
    },
    "explore-person": { device: "shared", hash: "explore?author=mira-quill" },
    "explore-person-nothing": {
      device: "quiet",
      hash: "explore?author=mira-quill",
      show: (page) => expect(page.getByText("No memos by mira-quill")).toBeVisible(),
    },
    "explore-person-offline": {
      device: "away",
      hash: "explore?author=jonas",
      show: untilOffline,
    },
    "explore-offline": { device: "away", hash: "explore", show: untilOffline },
    "explore-empty": { device: "quiet", hash: "explore" },
    "explore-offer": {
      device: "quiet",
      hash: "explore",
      async show(page) {
        await page.getByRole("button", { name: "Stop keeping offline" }).click();
        await expect(page.getByRole("button", { name: "Keep offline" })).toBeVisible();
      },
      async undo(page) {
        await page.getByRole("button", { name: "Keep offline" }).click();
        await expect(page.getByRole("button", { name: "Stop keeping offline" })).toBeVisible();
      },
    },
    "explore-nobody": { hash: "explore" },
    inbox: { device: "shared", hash: "inbox" },
    "inbox-row": {
      device: "shared",
      hash: "inbox",
      async show(page) {
        await page.getByRole("article").first().focus();
        await page.keyboard.press("j");
      },
    },
    "inbox-blurred": {
      device: "shared",
      hash: "inbox",
      async show(page) {
        await page.keyboard.press("Control+Shift+H");
        await expect(page.getByText("Blurred memo").first()).toBeAttached();
      },
      async undo(page) {
        await page.keyboard.press("Control+Shift+H");
      },
    },
    "inbox-offline": { device: "away", hash: "inbox", show: untilOffline },
    "inbox-empty": { device: "quiet", hash: "inbox" },
    "inbox-comment": {
      device: "shared",
      hash: "inbox",
      async show(page) {
        await page.getByRole("article").last().focus();
        await page.keyboard.press("Enter");
        const comment = page.getByRole("listitem").filter({ hasText: "pier of 1904" });
        await expect(comment).toBeVisible();
        // The page itself gives up after 2 s, which a busy machine can exceed.
        await comment.focus();
      },
    },
    "sidebar-others": { device: "shared", show: openSidebar },
    "missing-memo": {
      hash: "m/nothing-of-this-name",
      show: (page) => expect(page.getByText("Memo not found")).toBeVisible(),
    },
    capture: { hash: "capture" },
    report: {
      hash: "report",
      show: (page) => expect(page.getByRole("main").getByRole("textbox")).toHaveValue(/^counts$/mu),
    },
    performance: { hash: "performance" },
    "unknown-address": { hash: "no/such/place" },
  };
}

/** Opens a screen on a page, and waits until it has finished loading and moving. */
export async function showScreen(page: Page, origin: string, screen: Screen): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${origin}/#/${screen.hash ?? ""}`);
  await page.locator("main, #root > *").first().waitFor();
  // Waits for lists and lazily loaded parts to settle.
  await page.waitForTimeout(500);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await screen.show?.(page);
  await page.waitForFunction(areImagesShown);
  await page.waitForTimeout(350);
}

/** Returns true if all images in the window have loaded. Runs in the page. */
function areImagesShown(): boolean {
  return [...document.images].every((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return image.complete || bottom < 0 || top > innerHeight;
  });
}

async function untilOffline(page: Page): Promise<void> {
  await expect(page.getByText(/^Not connected\. (?:Last|Showing)/)).toBeVisible();
}

async function focusMemo(page: Page): Promise<void> {
  await page.getByRole("article").first().focus();
}

async function selectThree(page: Page): Promise<void> {
  await focusMemo(page);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByRole("toolbar", { name: "Selected memos" })).toContainText("3 selected");
}

/** Focuses the composer. A phone shows it in a sheet. */
async function openComposer(page: Page): Promise<void> {
  const field = page.getByRole("textbox", { name: "New memo" });
  const opener = page.locator("#phone-new");
  if ((await opener.isVisible()) && !(await field.isVisible())) await opener.click();
  await field.click();
}

/** Waits for a section of the administration, and opens its last row if its rows can be opened. */
async function openAdminRow(page: Page): Promise<void> {
  const main = page.getByRole("main");
  const loading = main.getByRole("status").filter({ hasText: "Loading…" });
  await expect(main.getByRole("heading", { level: 2 })).toBeVisible();
  await expect(loading).toHaveCount(0);
  const manage = main.getByRole("button", { name: /^Manage / });
  if ((await manage.count()) > 0) await manage.last().click();
  await expect(loading).toHaveCount(0);
}

/** Opens the drawer if the window is too narrow for the sidebar. */
async function openSidebar(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Open menu" });
  if (!(await button.isVisible())) return;
  await button.click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

async function openSafety(page: Page): Promise<void> {
  await openSync(page);
  await page.getByRole("button", { name: "Safety" }).click();
  await expect(page.getByRole("dialog", { name: "Safety" })).toBeVisible();
}

async function openSync(page: Page): Promise<void> {
  await openSidebar(page);
  await page.getByRole("button", { name: /^Sync:/ }).click();
  await expect(page.getByRole("dialog").last()).toBeVisible();
}

/** Shows the sidebar with labels, even if it is a drawer or a rail. */
async function openWholeSidebar(page: Page): Promise<void> {
  await openSidebar(page);
  const expand = page.getByRole("button", { name: "Expand sidebar" });
  if (await expand.isVisible()) await expand.click();
}

/** Shows the tag tree, and expands the branch `boat` if `opensBranch` is set. */
async function openTree(page: Page, opensBranch = true): Promise<void> {
  await openWholeSidebar(page);
  if (!opensBranch) return;
  const branch = page.getByRole("tree").getByRole("treeitem", { name: "boat", exact: true });
  await branch.focus();
  if ((await branch.getAttribute("aria-expanded")) === "false") {
    await page.keyboard.press("ArrowRight");
  }
}

async function openImport(page: Page): Promise<Locator> {
  await page.keyboard.press("Control+p");
  await page.getByRole("combobox", { name: "Go to a memo" }).fill(">import…");
  await expect(page.getByRole("option", { name: "Import…" })).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import" });
  await expect(dialog.getByRole("button", { name: "Choose files…" })).toBeVisible();
  return dialog;
}

/** Settings sections that no other screen shows. */
const adminParts = ["users", "instance", "state", "log"] as const;
const settingsParts = [
  ...["account", "editor", "timeline", "tags", "views", "shortcuts", "capture", "files", "sync"],
  ...["privacy", "transfer", "backups", "language", "about"],
];

/** Notes to import, among them an empty one and two that refer to missing files. */
const sampleNotes = [
  ["Low water.md", "# Low water\n\n06:40, the path under the cliff #sea"],
  ["Ropes.md", "the long rope, see [the list](list.md)"],
  ["Ouessant, the passage in the year before last, as told by the pilot.md", "with the ebb"],
  ["Chart.md", "![the chart](chart.png)"],
  ["Empty.md", ""],
].map(([name = "", text = ""]) => {
  return { name, mimeType: "text/markdown", buffer: Buffer.from(text) };
});
