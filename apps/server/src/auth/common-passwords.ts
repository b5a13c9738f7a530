import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parseJson } from "@tidemark/core";
import { z } from "zod";

const require = createRequire(import.meta.url);
/** Minimum length of a password; shorter entries aren't needed. */
const minLength = 8;

let reading: Promise<string> | null = null;

/**
 * True if a password is among the 18,000 or so most common ones of eight characters or more, ignoring case
 * (the list of zxcvbn-ts, MIT). Loaded on first use, because few requests set a password. Stored as one
 * string, which takes a tenth of the memory of a set.
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
