import type { PageFiles } from "@tidemark/replica/rpc";
import { fileChannelOf } from "../owner/build-names.ts";
import type { FileHead, FileMessage, FileQuestion, HeadsHere } from "../owner/file-heads.ts";

/** Answers the service worker with the heads of files whose content is in the private file system. */
export function answerHeads(files: PageFiles): { close(): void } {
  const channel = new BroadcastChannel(fileChannelOf(buildVersion));
  let isClosed = false;
  async function answer({ id, url, headers }: FileQuestion): Promise<void> {
    const reply = await files({ method: "HEAD", url, headers, body: null }).catch(() => null);
    const isHere = reply !== null && reply.status < 500 && reply.status !== 404;
    const head = isHere ? { status: reply.status, headers: reply.headers } : null;
    if (!isClosed) channel.postMessage({ id, head } satisfies FileHead);
  }
  channel.addEventListener("message", ({ data }: MessageEvent<FileMessage>) => {
    if ("url" in data) void answer(data);
  });
  channel.postMessage({ isHere: true } satisfies HeadsHere);
  return {
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
