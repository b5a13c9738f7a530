import { fileChannelOf } from "../owner/build-names.ts";
import {
  type FileHead,
  type FileMessage,
  type FilePart,
  type FileQuestion,
  filesFolder,
  keptFolder,
  partOf,
} from "../owner/file-heads.ts";

/** Time in ms after which a file is requested from the server: no tab has the database open. */
const answerWithinMs = 3000;
/** Headers of a request that change the answer. */
const asked = ["range", "if-range", "if-none-match"];

/** Answers a request for a file of a memo with the content in this browser, or else from the server. */
export async function answerFile(request: Request): Promise<Response> {
  const head = await headOf(request);
  if (head === null) return fetch(request);
  const { status } = head;
  const { headers } = head;
  const part = partOf(status, headers);
  if (part === null) return new Response(null, { status, headers });
  const content = await contentOf(part);
  return content === null ? fetch(request) : new Response(content, { status, headers });
}

/** Asks the worker for the head of the answer; null if the content isn't here or nobody answers. */
function headOf({ url, headers }: Request): Promise<FileHead["head"]> {
  const { pathname, search } = new URL(url);
  const id = `${Date.now()} ${Math.random()}`;
  const question: FileQuestion = {
    id,
    url: pathname + search,
    headers: Object.fromEntries(
      asked.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
  const channel = new BroadcastChannel(fileChannelOf(buildVersion));
  return new Promise<FileHead["head"]>((resolve) => {
    setTimeout(() => resolve(null), answerWithinMs);
    channel.addEventListener("message", ({ data }: MessageEvent<FileMessage>) => {
      if ("head" in data && data.id === id) resolve(data.head);
      // Another tab has the database now.
      if ("isHere" in data) channel.postMessage(question);
    });
    channel.postMessage(question);
  }).finally(() => channel.close());
}

async function contentOf({ sha256, range }: FilePart): Promise<Blob | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const files = await root.getDirectoryHandle(filesFolder);
    const kept = await files.getDirectoryHandle(keptFolder);
    const file = await (await kept.getFileHandle(sha256)).getFile();
    return range === null ? file : file.slice(range.start, range.end);
  } catch {
    // Removed since.
    return null;
  }
}
