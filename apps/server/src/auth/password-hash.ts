import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { promisify } from "node:util";
import { createHashQueue } from "./hash-queue.ts";

const argon2Async = promisify(argon2);

/** Cost of trying a password: memory in KiB, and number of passes over it. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const recommended: PasswordCost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
/** Queue for all hashes of the process: sign-ins and sign-ups, password changes, and unknown user names. */
const queue = createHashQueue({ atOnce: 2, maxWaiting: 32 });
const hashLength = 32;
const saltLength = 16;

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Hashes a password with argon2id, off the main thread, to a PHC string that includes its cost. Throws
 * RESOURCE_EXHAUSTED if too many hashes wait.
 */
export async function hashPassword(
  password: string,
  cost: PasswordCost = recommended,
): Promise<string> {
  const nonce = randomBytes(saltLength);
  const hash = await derive({ ...cost, message: password, nonce, tagLength: hashLength });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(hash)}`;
}

/**
 * Returns true if `password` matches the PHC string, at the string's cost; false for any other string. Throws
 * RESOURCE_EXHAUSTED if too many hashes wait.
 */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", hash = ""] = phcPattern.exec(phc) ?? [];
  if (memory === undefined) return false;
  const expected = Buffer.from(hash, "base64");
  const actual = await derive({
    message: password,
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return queue.run(() => argon2Async("argon2id", parameters));
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
