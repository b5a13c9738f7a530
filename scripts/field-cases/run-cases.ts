import { runAppCases } from "./app/run-app-cases.ts";
import { runDeliveryCase } from "./delivery-cases.ts";
import { runHttpCase } from "./http-cases.ts";
import { runImportCase } from "./import-cases.ts";
import { runNameCases } from "./name-cases.ts";
import { runPageCases } from "./page-cases.ts";
import type { CaseOf, FieldCase, FieldCases, Seen } from "./read-cases.ts";
import { runStartCase } from "./start-cases.ts";
import { runTextCase } from "./text-cases.ts";

/**
 * Runs cases and returns the result of each by id; null for those that passed. Deliveries run last and
 * concurrently: they take minutes, and other work would distort their timing.
 */
export async function runFieldCases({
  server: cases,
  apps,
}: FieldCases): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>();
  const ofKind = <Kind extends FieldCase["kind"]>(kind: Kind): CaseOf<Kind>[] =>
    cases.filter((each): each is CaseOf<Kind> => each.kind === kind);
  const run = async (id: string, work: () => Promise<Seen>): Promise<void> => {
    seen.set(id, await work().catch(String));
  };
  const report = (id: string, what: Seen): void => void seen.set(id, what);

  for (const each of ofKind("text")) await run(each.id, () => runTextCase(each));
  for (const each of ofKind("http")) await run(each.id, () => runHttpCase(each));
  for (const each of ofKind("import")) await run(each.id, () => runImportCase(each, cases));
  for (const each of ofKind("start")) await run(each.id, () => runStartCase(each));
  await runAppCases(apps, report);
  const pages = ofKind("page");
  if (pages.length > 0) await runPageCases(pages, report);
  const names = ofKind("names");
  if (names.length > 0) await runNameCases(names, report);
  await Promise.all(ofKind("delivery").map((each) => run(each.id, () => runDeliveryCase(each))));
  return seen;
}
