import type { Page } from "@playwright/test";
import type { AppClient } from "../system/app-router.ts";

interface RandomTyping {
  readonly page: Page;
  readonly router: AppClient;
  readonly seed: number;
  readonly forMs: number;
  /** Factor by which the page's processor is slowed. */
  readonly slowness: number;
}

/** Number of rounds, and problems: memos that changed without being chosen, and words that were lost. */
interface TypingReport {
  readonly rounds: number;
  readonly problems: readonly string[];
}

/** Letters of many commands, without those that choose a memo. */
const strayWords = [
  "archive that",
  "rest pretext",
  "expert trade",
  "reset paper tea",
  "taxi pets",
  "erase rope",
];
const patienceMs = 15_000;

/** Types random sequences of commands and words, faster than parts of the page are loaded. */
export async function typeAtRandom(typing: RandomTyping): Promise<TypingReport> {
  const cdp = await typing.page.context().newCDPSession(typing.page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: typing.slowness });
  const run = new Typist(typing);
  const report = await run.all();
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return report;
}

type State = ReadonlyMap<string, string>;

class Typist {
  readonly #page: Page;
  readonly #router: AppClient;
  readonly #typing: RandomTyping;
  readonly #problems: string[] = [];
  #seed: number;
  #count = 0;

  constructor(typing: RandomTyping) {
    this.#typing = typing;
    this.#page = typing.page;
    this.#router = typing.router;
    this.#seed = typing.seed;
  }

  async all(): Promise<TypingReport> {
    const endMs = Date.now() + this.#typing.forMs;
    const rounds = [
      () => this.#save(),
      () => this.#leave(),
      () => this.#tag(),
      () => this.#edit(),
      () => this.#archive(),
      () => this.#ask(),
      () => this.#search(),
      () => this.#stray(),
    ];
    let before = await this.#state();
    while (Date.now() < endMs) {
      const at = Math.floor(this.#random() * rounds.length);
      const allowed = (await rounds[at]?.()) ?? new Set<string>();
      const after = await this.#state();
      for (const [id, state] of before) {
        if (after.get(id) === state || allowed.has(id)) continue;
        this.#problems.push(
          `round ${this.#count} (${at}) changed ${id}: ${state} to ${after.get(id)}`,
        );
      }
      before = after;
      this.#count += 1;
    }
    return { rounds: this.#count, problems: this.#problems };
  }

  /** A number from 0 to 1, the same for the same seed (mulberry32). */
  #random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Words that no memo has. */
  #words(): string {
    return `harbour ${this.#typing.seed.toString(36)} word${this.#count}`;
  }

  async #type(text: string): Promise<void> {
    await this.#page.keyboard.type(text, { delay: Math.floor(this.#random() * 40) });
  }

  async #press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async #state(): Promise<State> {
    const state = new Map<string, string>();
    for (const view of ["timeline", "archive", "trash"] as const) {
      let cursor: string | null | undefined;
      do {
        const page = await this.#router.memos.list.query({ view, pageSize: 200, cursor });
        for (const { id, content, pinned, visibility } of page.memos) {
          state.set(id, JSON.stringify([view, pinned, visibility, content]));
        }
        cursor = page.nextCursor;
      } while (cursor !== null && cursor !== undefined);
    }
    return state;
  }

  async #expect(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const endMs = Date.now() + patienceMs;
    while (!(await isTrue())) {
      if (Date.now() > endMs) {
        this.#problems.push(`round ${this.#count}: ${what}`);
        return;
      }
      await this.#page.waitForTimeout(200);
    }
  }

  async #draft(): Promise<string> {
    return await this.#page.evaluate(() => {
      const field = document.querySelector<HTMLElement>(
        '#composer :is(textarea, [role="textbox"])',
      );
      if (field instanceof HTMLTextAreaElement) return field.value;
      if (field?.querySelector(".cm-placeholder") !== null) return "";
      return [...(field?.querySelectorAll(".cm-line") ?? [])]
        .map((line) => line.textContent)
        .join("\n");
    });
  }

  /** Goes to the list by keys, and to one of its first memos. Returns its id; "" if none has the focus, a problem. */
  async #choose(): Promise<string> {
    await this.#press("Control+f", "ArrowDown");
    for (let left = Math.floor(this.#random() * 5); left > 0; left -= 1) await this.#press("j");
    let id = "";
    await this.#expect("no memo has the focus", async () => {
      id = await this.#page.evaluate(() => {
        const { activeElement } = document;
        return activeElement instanceof HTMLElement ? (activeElement.dataset["memo"] ?? "") : "";
      });
      return id !== "";
    });
    return id;
  }

  async #content(id: string): Promise<string> {
    return (await this.#router.memos.get.query({ id })).content;
  }

  async #save(): Promise<Set<string>> {
    const words = this.#words();
    await this.#press("Control+n");
    await this.#type(words);
    await this.#press("Control+Enter");
    await this.#expect(`"${words}" was not saved`, async () => {
      const page = await this.#router.memos.list.query({ pageSize: 5 });
      return page.memos.some(({ content }) => content === words);
    });
    return new Set();
  }

  async #leave(): Promise<Set<string>> {
    const words = this.#words();
    await this.#press("Control+n");
    await this.#type(words);
    await this.#press("Escape", ...(this.#random() < 0.5 ? ["Escape"] : []));
    await this.#type(this.#pick(strayWords));
    await this.#press("Control+n");
    await this.#expect(
      `the draft "${words}" was changed`,
      async () => (await this.#draft()) === words,
    );
    await this.#press("Control+a", "Delete");
    await this.#expect("the draft was not cleared", async () => (await this.#draft()) === "");
    return new Set();
  }

  async #tag(): Promise<Set<string>> {
    const id = await this.#choose();
    if (id === "") return new Set();
    const tag = `tag${this.#typing.seed.toString(36)}x${this.#count}`;
    await this.#press("t");
    await this.#type(tag);
    await this.#press("Enter");
    await this.#expect(`the tag ${tag} was lost`, async () =>
      (await this.#content(id)).includes(`#${tag}`),
    );
    await this.#press("Escape");
    return new Set([id]);
  }

  async #edit(): Promise<Set<string>> {
    const id = await this.#choose();
    if (id === "") return new Set();
    const words = ` ${this.#words()}`;
    await this.#press("e");
    await this.#type(words);
    await this.#press("Escape");
    await this.#expect(`"${words}" was lost`, async () =>
      (await this.#content(id)).includes(words.trim()),
    );
    return new Set([id]);
  }

  async #archive(): Promise<Set<string>> {
    const id = await this.#choose();
    if (id === "") return new Set();
    const isArchived = async (): Promise<boolean> =>
      (await this.#router.memos.get.query({ id })).state === "ARCHIVED";
    await this.#press("a");
    await this.#expect("a memo was not archived", isArchived);
    await this.#press("z");
    await this.#expect("a memo did not come back", async () => !(await isArchived()));
    return new Set([id]);
  }

  async #ask(): Promise<Set<string>> {
    const words = this.#pick(strayWords);
    await this.#press("Control+p");
    await this.#type(words);
    const field = this.#page.locator("[data-palette]");
    await this.#expect(`"${words}" is not in the palette`, async () => {
      return (await field.count()) === 1 && (await field.inputValue()) === words;
    });
    await this.#press("Escape");
    await this.#expect("the palette is still open", async () => (await field.count()) === 0);
    return new Set();
  }

  async #search(): Promise<Set<string>> {
    const words = this.#pick(strayWords);
    const field = this.#page.locator("#search-memos");
    await this.#press("Control+f");
    await this.#type(words);
    await this.#expect(
      `"${words}" is not in the search`,
      async () => (await field.inputValue()) === words,
    );
    await this.#press("Escape");
    await this.#expect("the search was not cleared", async () => (await field.inputValue()) === "");
    return new Set();
  }

  /** Types beside the list, where no memo has the focus. */
  async #stray(): Promise<Set<string>> {
    await this.#page.getByRole("link", { name: "Timeline" }).first().click();
    await this.#type(this.#pick(strayWords));
    return new Set();
  }

  #pick(words: readonly string[]): string {
    return words[Math.floor(this.#random() * words.length)] ?? "";
  }
}
