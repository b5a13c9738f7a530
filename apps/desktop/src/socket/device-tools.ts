import { ok } from "@tidemark/core";
import { runTool, type ToolPort } from "@tidemark/mcp/tools";
import type { OpenReplica } from "@tidemark/replica";
import type { DeviceToolCall, ToolResult } from "./tool-call.ts";

const longestName = 60;

/** Returns a function that runs tools of assistants on a profile, for its owner. */
export function toolsOf(
  host: Pick<OpenReplica, "app" | "currentServices" | "files">,
): (call: DeviceToolCall) => Promise<ToolResult> {
  return async ({ tool, input, client, canWrite }) => {
    const { memos, attachments, blobs, caller: ownerOf } = await host.currentServices();
    const owner = await ownerOf();
    // The history shows the name beside others, which it must not hide.
    const name = client.replace(/\p{C}/gu, "").trim().slice(0, longestName).toWellFormed();
    const port: ToolPort = {
      caller: {
        ...owner,
        scope: canWrite ? "write" : "read",
        device: name === "" ? owner.device : `${name} (${owner.device})`,
      },
      memos,
      attachments,
      async openFile({ id, sha256 }, range) {
        if (sha256 === null) return null;
        const here = await blobs.open(sha256, range);
        if (here !== null) return here;
        const brought = await host.app.attachments.fetch(id);
        return brought.ok ? blobs.open(sha256, range) : null;
      },
      async openThumbnail({ id }) {
        const url = `/file/attachments/${id}?thumbnail=true`;
        const { status, body } = await host.files({ method: "GET", url, headers: {}, body: null });
        return status === 200 ? body : null;
      },
      async views() {
        const views = await host.app.own.listViews();
        const items = views.map(({ title, filter }) => ({ title, filter }));
        return ok({ items, nextPageToken: "" });
      },
    };
    return runTool(port, tool, input);
  };
}
