import { Argument, Command, InvalidArgumentError } from "commander";
import { type Baseline, readBaseline, saveBaseline } from "./baseline.ts";
import { besideTable, runBeside, suitesOf } from "./beside.ts";
import { corpusVersion } from "./corpus.ts";
import { createCorpora } from "./corpus-file.ts";
import { openPostgresCorpora } from "./postgres-corpora.ts";
import { measureProcesses } from "./processes/measure-processes.ts";
import { processesTable } from "./processes/processes-table.ts";
import { type CaseResult, reportTable, verdicts } from "./report.ts";
import { runSuite } from "./run-suite.ts";
import { suites } from "./suites/index.ts";

// `npm run bench -- [suite …]`: measures, prints a table per suite and compares with the baselines.

const fullSize = 100_000;

const command = new Command("bench")
  .description("Measures and compares with the committed baselines.")
  .addArgument(
    new Argument("[suite...]", "all when none is named").choices(suites.map(({ name }) => name)),
  )
  .option("--save", "make these numbers the baselines", false)
  .option("--rounds <number>", "rounds to take the quietest of", positive, 3)
  .option("--memos <number>", "size of the corpus", positive, fullSize)
  .option("--case <text>", "only cases with this in their label", "")
  .option("--beside <folder>", "another checkout, to be measured in turns with this one")
  .option(
    "--processes <numbers>",
    "so many servers over one PostgreSQL of the run's own, such as 1,2,3",
    numbers,
  )
  .option("--many-owners", "a hundred memos for each of many people", false)
  .option("--databases", "SQLite and a PostgreSQL of the run's own, measured in turns", false)
  .parse();

const options = command.opts<{
  save: boolean;
  rounds: number;
  memos: number;
  case: string;
  beside?: string;
  databases: boolean;
  manyOwners: boolean;
  processes?: readonly number[];
}>();
if (options.save && options.memos !== fullSize) {
  command.error(`error: baselines hold for ${fullSize} memos: --save goes without --memos`);
}
if (options.save && options.case !== "") {
  command.error("error: a baseline holds every case of a suite: --save goes without --case");
}
const chosen = suites.filter(
  ({ name }) => command.args.length === 0 || command.args.includes(name),
);
const log = (line: string): void => console.error(line);
const ofMany = { "one-owner": "many-owners", "twenty-owners": "many-owners" } as const;
const corpora = createCorpora({
  size: options.memos,
  as: options.manyOwners ? ofMany : {},
  log,
});
if (options.beside !== undefined) {
  await measureBeside(options.beside);
  process.exit();
}
if (options.processes !== undefined) {
  await measureOverProcesses(options.processes);
  process.exit();
}
if (options.databases) {
  await measureDatabases();
  process.exit();
}
let measured = 0;
let remarkable = 0;
for (const suite of chosen) {
  const results = await runSuite(suite, corpora, { ...options, label: options.case });
  if (results.length === 0) continue;
  const baseline = await comparable(suite.name);
  const { table = reportTable } = suite;
  console.log(`${suite.name}\n${table(results, baseline)}\n`);
  measured += results.length;
  remarkable += results.filter((result) => verdicts(result, baseline).length > 0).length;
  if (options.save) await saveBaseline(suite.name, toBaseline(results));
}
console.log(
  remarkable === 0
    ? "Every number is within its goal and 25 % of its baseline."
    : `Of ${measured} numbers, over their goal or 25 % over their baseline: ${remarkable}.`,
);

async function measureBeside(tree: string): Promise<void> {
  const other = await suitesOf(tree);
  const otherCorpora = other.createCorpora({ size: options.memos });
  for (const suite of chosen) {
    const there = other.suites.find(({ name }) => name === suite.name);
    if (there === undefined) continue;
    await using opened = await suite.open(corpora);
    await using beside = await there.open(otherCorpora);
    const pairs = await runBeside(opened, beside, { ...options, label: options.case });
    if (pairs.length > 0) console.log(`${suite.name}\n${besideTable(pairs)}\n`);
  }
}

async function measureDatabases(): Promise<void> {
  await using inPostgres = await openPostgresCorpora(corpora, log);
  for (const suite of chosen) {
    if (suite.anyDatabase !== true) continue;
    await using sqlite = await suite.open(corpora);
    await using postgres = await suite.open(inPostgres);
    const pairs = await runBeside(postgres, sqlite, { ...options, label: options.case });
    const sides = { here: "PostgreSQL", there: "SQLite", tolerated: Infinity };
    if (pairs.length > 0) console.log(`${suite.name}\n${besideTable(pairs, sides)}\n`);
  }
}

async function measureOverProcesses(counts: readonly number[]): Promise<void> {
  await using inPostgres = await openPostgresCorpora(corpora, log);
  const kind = corpora.given("one-owner");
  const results = [];
  for (const processes of counts) {
    results.push(await measureProcesses(inPostgres, { kind, processes, durationS: 8 }));
  }
  console.log(processesTable(results));
}

async function comparable(suite: string): Promise<Baseline | null> {
  const baseline = await readBaseline(suite);
  const isSame = baseline?.corpusVersion === corpusVersion && baseline.memos === options.memos;
  return isSame ? baseline : null;
}

function toBaseline(results: readonly CaseResult[]): Baseline {
  const inBaseline = results.filter(({ bench }) => bench.inBaseline !== false);
  const cases = inBaseline.map(({ bench, measured }) => {
    const { median, p95, n } = measured;
    return [bench.label, { unit: bench.unit, median: round(median), p95: round(p95), n }] as const;
  });
  return {
    corpusVersion,
    memos: options.memos,
    node: process.version,
    cases: Object.fromEntries(cases),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function numbers(text: string): number[] {
  return text.split(",").map(positive);
}

function positive(text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value === 0) throw new InvalidArgumentError("It must be a whole number above 0.");
  return value;
}
