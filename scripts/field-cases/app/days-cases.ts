import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { conditionToCel } from "../../../packages/ui/src/views/conditions.ts";
import { openRouter } from "../../../tests/system/app-router.ts";
import { startApp, unusedAddress } from "../../../tests/system/running-program.ts";
import type { Seen } from "../read-cases.ts";
import type { AppCaseOf } from "./app-case.ts";
import { until } from "./browser-cases.ts";
import { tidemark } from "./files-cases.ts";

/** Filters of the conditions of views, by their words in a case. */
const filters: Readonly<Record<string, (day: string) => string | null>> = {
  "written before": (day) => conditionToCel("writtenBefore", day),
};

/** Searches by days in the app, with host and page in the time zone of the case. */
export async function runDaysCase(
  browser: Browser,
  { timezone, memos, query, expect }: AppCaseOf<"search-days">,
): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), "tidemark-field-"));
  const own = process.env["TZ"];
  const isNamed = timezone.includes("/") || timezone === "UTC";
  try {
    if (isNamed) process.env["TZ"] = timezone;
    const [source, data] = [join(folder, "source"), join(folder, "data")];
    await mkdir(source);
    for (const [at, { content, createTime }] of memos.entries()) {
      const date = timeOf(createTime);
      await writeFile(join(source, `${at}.md`), `---\ndate: ${date}\n---\n# ${content}\n`);
    }
    await tidemark(["import", source, "--data", data]);
    await using app = await startApp(data);
    const router = await openRouter(app.url);
    const timezoneId = isNamed ? timezone : undefined;
    await using context = await browser.newContext({ ...(timezoneId && { timezoneId }) });
    const page = await context.newPage();
    await page.goto(await unusedAddress(app.url));
    const [, condition, day = ""] = /^the condition "(.+) (\S+)" of a view$/.exec(query) ?? [];
    if (condition !== undefined) {
      const filter = filters[condition]?.(day);
      if (filter === undefined || filter === null) return `not judged: ${query}`;
      await router.views.create.mutate({ title: "By day", filter, icon: null });
      await page.getByRole("link", { name: "By day" }).click();
    } else await page.getByRole("searchbox", { name: "Search memos" }).fill(query);

    const articles = page.getByRole("feed", { name: "Memos" }).getByRole("article");
    const found = async (): Promise<string[]> => {
      const texts = await articles.allTextContents();
      const all = memos.map(({ content }) => content);
      return all.filter((content) => texts.some((text) => text.includes(content)));
    };
    const isRight = await until(
      async () => JSON.stringify(await found()) === JSON.stringify(expect.found),
    );
    return isRight ? null : `found ${(await found()).join(", ")}`;
  } finally {
    if (own === undefined) delete process.env["TZ"];
    else process.env["TZ"] = own;
    await rm(folder, { recursive: true, force: true });
  }
}

function timeOf(words: string): string {
  const now = new Date();
  if (words === "now") return now.toISOString();
  if (words === "an hour before the last midnight") {
    return new Date(new Date(now).setHours(0, 0, 0, 0) - 3_600_000).toISOString();
  }
  return words;
}
