import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { promisify } from "node:util";
import { createHashQueue } from "./hash-queue.ts";

const argon2Async = promisify(argon2);

/** What a hash costs whoever tries a password: memory in KiB, and how often that is gone through. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const recommended: PasswordCost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
/** Every hash of the process: sign-ins and sign-ups, changes of passwords, and names that nobody has. */
const queue = createHashQueue({ atOnce: 2, maxWaiting: 32 });
const hashLength = 32;
const saltLength = 16;

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Hashes a password with argon2id, off the main thread, into a PHC string that carries its cost. Throws
 * RESOURCE_EXHAUSTED when too many are waiting to be hashed.
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
 * Whether `password` gives `phc`, at the cost that `phc` names. False for what is no such string. Throws
 * RESOURCE_EXHAUSTED when too many are waiting to be hashed.
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
