import { addShare, bytesOf, type ShareProblem } from "../shares/share-store.ts";
import { shareText } from "../shares/share-text.ts";

/** Path to which the browser posts what another app shares (`share_target` in the manifest). */
const sharePath = "/share";
const maxBytes = 128 * 1024 * 1024;
const maxFiles = 20;
/** Maximum length of the text, in characters. */
const maxText = 200_000;

/**
 * True if a request shares something. Other sites can post the same form, so what it sends only ever becomes a
 * draft of its own. They can't in a frame.
 */
export function isShare({ method, mode, destination, url }: Request): boolean {
  const { pathname } = new URL(url);
  const isPage = mode === "navigate" && destination === "document";
  return method === "POST" && isPage && pathname === sharePath;
}

/** Stores what was shared, and leads to the app, which makes a draft of it. */
export async function answerShare(request: Request): Promise<Response> {
  const problem = await store(request).catch((): ShareProblem => "unreadable");
  const path = problem === null ? "/#/" : `/#/?shared=${problem}`;
  return Response.redirect(new URL(path, request.url).href, 303);
}

async function store(request: Request): Promise<ShareProblem | null> {
  const form = await readForm(request);
  if (form === null) return "too-large";
  const textOf = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const words = { title: textOf("title"), text: textOf("text"), url: textOf("url") };
  const length = Object.values(words).reduce((sum, each) => sum + each.length, 0);
  const files = form.getAll("files").filter((each) => typeof each !== "string" && each.size > 0);
  if (length > maxText || files.length > maxFiles || bytesOf(files as File[]) > maxBytes) {
    return "too-large";
  }
  const text = shareText(words);
  if (text === "" && files.length === 0) return "unreadable";
  const share = { id: newShareId(), atMs: Date.now(), text, files: files as File[] };
  return addShare({ ...share, isTaken: false });
}

/** Parses a form; null if it is too large. Browsers that can't stream a body read it as a whole. */
async function readForm(request: Request): Promise<FormData | null> {
  const { body, headers } = request;
  if (!body) return request.formData();
  let bytes = 0;
  let isTooLarge = false;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      isTooLarge = bytes > maxBytes;
      if (isTooLarge) controller.error(new Error("too large"));
      else controller.enqueue(chunk);
    },
  });
  const type = headers.get("content-type") ?? "";
  const limited = new Response(body.pipeThrough(counted), { headers: { "content-type": type } });
  try {
    return await limited.formData();
  } catch (error) {
    if (isTooLarge) return null;
    throw error;
  }
}

function newShareId(): string {
  const random = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
