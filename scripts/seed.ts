import { resolve } from "node:path";
import { Option } from "commander";
import { generateMemos } from "../bench/corpus.ts";
import { createNotebookClient } from "./notebook-client.ts";
import { scriptCommand, serverUrl, wholeNumber } from "./script-command.ts";
import type { SeedTally } from "./seed-folder.ts";

// `npm run seed -- --memos N --data DIR`, or `--to URL --token T`: fills a data folder that no program has
// open, or a running server, with generated notes. The same N and seed give the same notes, and a second run
// creates no duplicates. Exit codes: 0 all exist, 1 some were rejected, 2 it could not start.

interface Options {
  memos: number;
  seed: number;
  data?: string;
  user?: string;
  to?: string;
  token?: string;
}

const command = scriptCommand("seed", "Fills a data folder or a server with generated notes.")
  .requiredOption("--memos <number>", "how many", wholeNumber(1, 1_000_000))
  .option("--seed <number>", "which notes", wholeNumber(0, 1_000_000_000), 1)
  .addOption(
    new Option("--data <folder>", "a data folder; a new one becomes a device's").conflicts("to"),
  )
  .option("--user <name>", "whose memos they are in a server's folder; its first user's if absent")
  .option("--to <url>", "address of a running server", serverUrl)
  .addOption(
    new Option("--token <token>", "access token of the memos' owner").env("TIDEMARK_TOKEN"),
  )
  .parse();
const options = command.opts<Options>();
const memos = generateMemos("one-owner", options.memos, `seed ${options.seed} of ${options.memos}`);

if (options.data !== undefined) {
  // Imported late, since it loads both programs.
  const { seedFolder } = await import("./seed-folder.ts");
  const seeded = await seedFolder(resolve(options.data), memos, options.user ?? null);
  if (!seeded.ok) command.error(`error: ${seeded.error}`);
  else say(seeded.value, 0);
} else if (options.to !== undefined) {
  const { token } = options;
  if (token === undefined) command.error("error: --to needs --token");
  else if (options.user !== undefined)
    command.error("error: --user is for --data: a token has its user");
  else await seedServer(options.to, token);
} else {
  command.error("error: --data DIR or --to URL says what to fill");
}

/** Sends four requests at a time, like a user's script would. */
async function seedServer(to: string, token: string): Promise<void> {
  const client = createNotebookClient({ to, token, log: (line) => console.error(line) });
  const tally = { created: 0, there: 0, failed: 0 };
  const work = async (): Promise<void> => {
    for (const { id, content, createdMs } of memos) {
      const createTime = new Date(createdMs).toISOString();
      const outcome = await client.create({ file: id, createTime, content });
      if (outcome.type === "created") tally.created += 1;
      else if (outcome.type === "there") tally.there += 1;
      else {
        tally.failed += 1;
        console.error(outcome.reason);
        if (outcome.type === "hopeless") return;
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  say(tally, tally.failed);
}

function say({ created, there }: SeedTally, failed: number): void {
  console.log(`${created} created, ${there} already there, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
