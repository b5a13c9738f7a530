import { emptyStrings } from "./empty-strings.ts";

/** Which tasks of the example are done: nobody begins with nothing. */
export const firstTicks: readonly boolean[] = [true, false, false];

/** The example as Markdown, in the language of now. */
export function exampleText(ticks: readonly boolean[]): string {
  const tasks = [emptyStrings.exampleDone, emptyStrings.exampleTask, emptyStrings.exampleBread];
  const lines = tasks.map((task, index) => `- [${ticks[index] === true ? "x" : " "}] ${task}`);
  return `# ${emptyStrings.exampleTitle}\n\n${emptyStrings.exampleText}\n\n${lines.join("\n")}`;
}
