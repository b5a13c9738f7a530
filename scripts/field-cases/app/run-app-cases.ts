import { renderMarkdown } from "../../../packages/core/src/markdown/render.ts";
import type { Seen } from "../read-cases.ts";
import type { AppCase, AppCaseOf } from "./app-case.ts";
import { isBrowserCase, launchChromium, runBrowserCases } from "./browser-cases.ts";
import { runDaysCase } from "./days-cases.ts";
import { runExportCase } from "./export-cases.ts";
import { runFilesCase } from "./files-cases.ts";
import { runHandsCase } from "./hands-cases.ts";
import { runMergeCase } from "./merge-cases.ts";

/** Runs cases of the app and reports the result of each; null for those that passed. */
export async function runAppCases(
  cases: readonly AppCase[],
  report: (id: string, seen: Seen) => void,
): Promise<void> {
  const runAll = async <Kind extends AppCase["kind"]>(
    kind: Kind,
    run: (each: AppCaseOf<Kind>) => Seen | Promise<Seen>,
  ): Promise<void> => {
    for (const each of cases) {
      if (!isOfKind(each, kind)) continue;
      const judged = (async () => run(each))();
      report(each.id, await judged.catch(String));
    }
  };
  await runAll("render", runRenderCase);
  await runAll("import", runFilesCase);
  await runAll("export", runExportCase);
  await runAll("merge", runMergeCase);
  await runAll("hands", runHandsCase);
  const inBrowser = cases.filter(isBrowserCase);
  if (inBrowser.length > 0) await runBrowserCases(inBrowser, report);
  if (cases.some(({ kind }) => kind === "search-days")) {
    await using browser = await launchChromium();
    await runAll("search-days", (each) => runDaysCase(browser, each));
  }
}

function isOfKind<Kind extends AppCase["kind"]>(
  each: AppCase,
  kind: Kind,
): each is AppCaseOf<Kind> {
  return each.kind === kind;
}

function runRenderCase({ markdown, expect }: AppCaseOf<"render">): Seen {
  const html = renderMarkdown(markdown);
  const isRight =
    expect.has.every((part) => html.includes(part)) &&
    !expect.lacks.some((part) => html.includes(part));
  return isRight ? null : html;
}
