import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parseJson } from "@tidemark/core";
import { z } from "zod";

const require = createRequire(import.meta.url);
/** Below the least length that a password may have nothing needs to be known. */
const minLength = 8;

let reading: Promise<string> | null = null;

/**
 * Whether a password is among the some 18,000 most common ones of eight characters or more,
 * without regard to case (the list of zxcvbn-ts, MIT). Read when it is first asked: few requests set
 * a password. Kept as one text, which takes a tenth of what a set of strings would.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  reading ??= readList();
  const lowerCase = password.toLowerCase();
  return !lowerCase.includes("\n") && (await reading).includes(`\n${lowerCase}\n`);
}

async function readList(): Promise<string> {
  const file = require.resolve("@zxcvbn-ts/language-common/src/passwords.json");
  const all = parseJson(z.array(z.string()), await readFile(file, "utf8"));
  return `\n${all.filter((each) => each.length >= minLength).join("\n")}\n`;
}
