import { isMarkedSignedIn } from "../owner/signed-in-mark.ts";
import { storedShell } from "./stored-build.ts";

/**
 * Answers a navigation to the app with the page of this build, so that an old page never meets a newer worker.
 * If this browser has no account's copy, the server is asked first: it may lead to the page for signing in.
 */
export async function answerApp(request: Request): Promise<Response> {
  return (await serversAnswer(request)) ?? (await storedShell()) ?? fetch(request);
}

/** Answers a navigation to a memo's link: it opens in the app, or the server asks to sign in first. */
export async function answerMemo(request: Request): Promise<Response> {
  const { pathname, origin } = new URL(request.url);
  const answer = await serversAnswer(request);
  return answer ?? Response.redirect(`${origin}/#${pathname}`, 303);
}

/** Returns the server's answer; null if the app is to be shown, or the server can't be reached. */
async function serversAnswer(request: Request): Promise<Response | null> {
  if (await isMarkedSignedIn().catch(() => false)) return null;
  const reply = await fetch(request).catch(() => null);
  if (reply === null || !reply.ok) return reply;
  await reply.body?.cancel();
  return null;
}
