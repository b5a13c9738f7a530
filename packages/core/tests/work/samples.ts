// Functions for `count-work.test.ts`. Those whose names begin with "slow" take quadratic time.

export function countCharacters(text: string): number {
  let count = 0;
  for (const character of text) if (character !== " ") count++;
  return count;
}

export function removeEndBlanks(text: string): string {
  return text.trimEnd();
}

export function splitWords(text: string): string[] {
  return text.split(/ +/).map((word) => word.toUpperCase());
}

export function findComments(text: string): number[] {
  return Array.from(text.matchAll(/<!--.*?-->/gs), ({ index }) => index);
}

export function countFields(text: string): number {
  const fields = { ...{ text, length: text.length } };
  return Object.keys(fields).length + [...text].length;
}

export function slowLoops(text: string): number {
  let pairs = 0;
  for (let a = 0; a < text.length; a++) for (let b = a; b < text.length; b++) pairs++;
  return pairs;
}

export function slowCallbacks(text: string): number {
  return [...text].filter((each, _, all) => all.every((other) => other === each)).length;
}

export function slowSpread(text: string): string[] {
  let all: string[] = [];
  let at = 0;
  while (at < text.length) all = [...all, text.charAt(at++)];
  return all;
}

export function slowFields(text: string): object {
  return [...text].reduce<object>((all, each, at) => ({ ...all, [`${each}${at}`]: at }), {});
}

export function slowIterator(text: string): number {
  const all = new Map<number, string>();
  for (const each of text) all.set([...all.values()].length, each);
  return all.size;
}

export function slowSets(text: string): number {
  let all = new Set<number>();
  for (const [at] of [...text].entries()) all = new Set(all).add(at);
  return all.size;
}

export function slowIndexOf(text: string): number {
  let found = 0;
  for (let at = 0; at < text.length; at++) if (text.indexOf("]", at) >= 0) found++;
  return found;
}

export function slowIncludes(text: string): number {
  const seen: string[] = [];
  for (let at = 0; at < text.length; at++) if (!seen.includes(`${at}`)) seen.push(`${at}`);
  return seen.length;
}

export function slowTest(text: string): number {
  let found = 0;
  for (let at = 0; at < text.length; at++) if (/\]/.test(text)) found++;
  return found;
}

/** One search, which restarts at each blank. */
export function slowEndBlanks(text: string): string {
  return `${text}.`.replace(/\s+$/, "");
}

/** One search, which reads to the end of the text from the start of each comment. */
export function slowComments(text: string): number[] {
  return Array.from(text.matchAll(/<!--[^]*?-->/g), ({ index }) => index);
}

/** One search from one position, which tries each split of the letters between two repeats. */
export function slowRepeats(text: string): boolean {
  return /^\w*\w*$/.test(`${text}!`);
}

export function endlessSearch(text: string): boolean {
  return /^(?:\w+)+$/.test(`${text}!`);
}

export function endlessLoop(text: string): number {
  let rounds = 0;
  while (text !== "") rounds++;
  return rounds;
}
