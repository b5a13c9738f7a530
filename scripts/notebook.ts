import { Command, InvalidArgumentError, Option } from "commander";
import { createNotebookClient, type NotebookClient } from "./notebook-client.ts";
import { type NotebookLine, readNotebook } from "./notebook-lines.ts";

// `npm run notebook -- --to URL --token T FILE`: creates a memo for every note of a JSONL file, with the
// note's date. Running it again creates no duplicates.

interface Tally {
  created: number;
  there: number;
  failed: number;
}

const command = new Command("notebook")
  .description("Creates a memo for each line {file, createTime, content} of a JSONL file.")
  .argument("<file>", "the notebook")
  .requiredOption("--to <url>", "address of the server", serverUrl)
  .addOption(
    new Option("--token <token>", "access token of the memos' owner")
      .env("TIDEMARK_TOKEN")
      .makeOptionMandatory(),
  )
  .option("--concurrency <number>", "requests at a time", concurrency, 4)
  .parse();

const options = command.opts<{ to: string; token: string; concurrency: number }>();
const [file = ""] = command.args;
const client = createNotebookClient({ ...options, log: (line) => console.error(line) });
try {
  const tally = await createAll(readNotebook(file), client, options.concurrency);
  console.log(`${tally.created} created, ${tally.there} already there, ${tally.failed} failed`);
  if (tally.failed > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Error && "syscall" in error)) throw error;
  command.error(`error: the notebook cannot be read: ${error.message}`);
}

/** Creates the notes with `atATime` requests, reading lines only as fast as notes are created. */
async function createAll(
  lines: AsyncGenerator<NotebookLine>,
  { create }: NotebookClient,
  atATime: number,
): Promise<Tally> {
  const tally: Tally = { created: 0, there: 0, failed: 0 };
  let isHopeless = false;
  const work = async (): Promise<void> => {
    for await (const line of lines) {
      if (!line.ok) {
        tally.failed += 1;
        console.error(`line ${line.line}: ${line.problem}`);
        continue;
      }
      if (isHopeless) {
        tally.failed += 1;
        continue;
      }
      const outcome = await create(line.note);
      if (outcome.type === "created") tally.created += 1;
      else if (outcome.type === "there") tally.there += 1;
      else {
        tally.failed += 1;
        if (!isHopeless) console.error(`line ${line.line}: ${outcome.reason}`);
        isHopeless ||= outcome.type === "hopeless";
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return tally;
}

function serverUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError("It must be an http or https address.");
  }
  return url.origin + url.pathname;
}

function concurrency(text: string): number {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > 32) throw new InvalidArgumentError("It must be 1 to 32.");
  return value;
}
