import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Option } from "commander";
import { runLoad } from "../tests/load/run-load.ts";
import { scriptCommand, wholeNumber } from "./script-command.ts";

// `npm run load`: runs a server with many devices and clients as real processes, then with five times as many
// clients, and checks that nothing acknowledged is lost. The last line of stdout is the result as JSON. Exit
// codes: 0 all claims hold, 1 a claim failed, 2 invalid options.

const options = scriptCommand("load", "Runs a server under load, then under too much of it.")
  .option("--seconds <number>", "how long devices and clients work", wholeNumber(1, 86_400), 300)
  .option("--devices <number>", "devices that sync", wholeNumber(2, 1000), 200)
  .option("--clients <number>", "clients of the API", wholeNumber(1, 1000), 50)
  .addOption(
    new Option("--database <kind>", "database of the server")
      .choices(["sqlite", "postgres"])
      .default("sqlite"),
  )
  .parse()
  .opts<{ seconds: number; devices: number; clients: number; database: "sqlite" | "postgres" }>();

const dir = mkdtempSync(join(tmpdir(), "tidemark-load-"));
const log = (line: string): void => console.error(`${new Date().toISOString()} ${line}`);
const { seconds, ...load } = options;
const report = await runLoad({ ...load, dir, durationMs: seconds * 1000, log });
for (const violation of report.violations.slice(0, 50)) log(violation);
if (report.violations.length === 0) rmSync(dir, { recursive: true, force: true });
else log(`everything is in ${dir}`);
console.log(JSON.stringify({ ...options, ...report, violations: report.violations.length }));
process.exitCode = report.violations.length === 0 ? 0 : 1;
