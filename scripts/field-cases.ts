import { projectFieldCases, readFieldCases } from "./field-cases/read-cases.ts";
import { runFieldCases } from "./field-cases/run-cases.ts";
import { scriptCommand } from "./script-command.ts";

// Runs cases based on reports about other products, each against a fresh server or app. Prints a line per failure,
// then the totals. `npm run field:cases -- --cases FILE`; without it, runs the project's cases. Exit codes: 0
// all passed, 1 one failed, 2 the file can't be read.
const command = scriptCommand(
  "field:cases",
  "Runs a file of field cases against real servers and apps.",
)
  .option("--cases <file>", "the cases, if not the project's own")
  .parse();
const { cases: file } = command.opts<{ cases?: string }>();

process.exitCode = await main();
// A handle leaked by a failed case must not keep the program running.
process.exit();

async function main(): Promise<number> {
  let read;
  try {
    const files = file === undefined ? Object.values(projectFieldCases) : [file];
    read = files.map(readFieldCases);
  } catch (error) {
    console.error(`field:cases: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  const server = read.flatMap((each) => each.server);
  const apps = read.flatMap((each) => each.apps);
  const seen = await runFieldCases({ server, apps });
  const cases = [...server, ...apps];
  const failed = cases.filter(({ id }) => seen.get(id) !== null);
  for (const { id, title } of failed) {
    console.log(`${id}  ${title}  ${oneLine(seen.get(id) ?? "not run")}`);
  }
  console.log(`${cases.length - failed.length} passed, ${failed.length} failed`);
  return failed.length > 0 ? 1 : 0;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 500);
}
