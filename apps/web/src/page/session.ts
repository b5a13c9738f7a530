import type { AppRouter, Profile } from "@tidemark/core/router";
import { atOnce } from "@tidemark/core/router/at-once";
import { getUntypedClient, type TRPCClient } from "@trpc/client";
import { type SendFile, sendFilesBy } from "@tidemark/ui";
import { leaveBrowserBy, sayCopyRemoved } from "@tidemark/ui/begin";
import { markSignedIn } from "../owner/signed-in-mark.ts";
import { begin } from "./begin.ts";
import { connectHere } from "./connect-here.ts";
import { hadCopy, markCopy } from "./copy-mark.ts";
import { holdFiles } from "./held-files.ts";
import { leaveBrowser } from "./leave-browser.ts";
import type { UnsentWords } from "./unsent-words.ts";

/** Parts of a page over an open database. */
export interface SessionParts {
  readonly client: TRPCClient<AppRouter>;
  readonly words: UnsentWords;
  /** Stores nothing any more in this browser. */
  readonly stop: () => void;
  readonly sendFile: SendFile;
  /** Ends the worker, so that its files can be deleted. */
  readonly end: () => void;
  /** True if the user signed in on a shared computer: what is stored in this browser is somebody else's. */
  readonly isShared: boolean;
}

/** True once the page did what its address asks for. */
let hasBegun = false;
/** True once the page holds the files that it sends. */
let isHolding = false;

let running = Promise.resolve();

/**
 * Connects the page to its server, and sends the words that an earlier page left. Call it again once the
 * network or the database is back; it then waits for the call before, whose outcome it would report too.
 */
export function startSession(parts: SessionParts): Promise<void> {
  const started = running.then(() => connectPage(parts));
  running = started.catch(() => undefined);
  return started;
}

async function connectPage(parts: SessionParts): Promise<void> {
  const { client, words, stop, end, isShared } = parts;
  leaveBrowserBy((signsOut) => leaveBrowser({ stop, end, isShared, signsOut }));
  const untyped = getUntypedClient(client);
  const sendWords = (of: Profile): Promise<void> =>
    words.sendAgain(accountOf(of), (path, input) => untyped.mutation(path, input));
  // Together, and before the page's lists: in a new profile, these are empty until it is connected.
  const [profile, status] = await Promise.all([
    profileOf(client),
    client.sync.status.query(undefined, { context: atOnce }),
  ]);
  const hasCopy = !profile.lacks.includes("copy");
  if (!hasCopy && !isHolding) {
    isHolding = true;
    sendFilesBy(holdFiles(parts.sendFile));
  }
  await sendWords(profile);
  const found = await connectHere(client, status);
  if (!hasBegun) begin();
  hasBegun = true;
  // On a shared computer, the mark would be of another user's copy.
  const connected = await profileOf(client);
  if (hasCopy) await mark(accountOf(connected) !== null);
  if (found === null) return;
  await sendWords(connected);
  if (!hasCopy) return;
  if (found === "empty" && hadCopy()) sayCopyRemoved();
  markCopy(true);
}

/** Without the mark, the next start only asks the server first. */
async function mark(isSignedIn: boolean): Promise<void> {
  await markSignedIn(isSignedIn).catch(() => undefined);
}

function profileOf(client: TRPCClient<AppRouter>): Promise<Profile> {
  return client.profile.get.query(undefined, { context: atOnce });
}

/** Returns the account of a profile, with its server; null before it has one. */
function accountOf({ user, serverUrl }: Profile): string | null {
  return serverUrl === null ? null : `${user} ${serverUrl}`;
}
