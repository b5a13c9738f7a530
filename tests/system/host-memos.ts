import type { Host } from "../../apps/desktop/src/host/open-host.ts";

/** Returns the texts of a device's timeline, sorted. */
export async function texts(host: Host): Promise<string[]> {
  const input = { view: "timeline", search: "", tag: null, pinned: null, pageSize: 50 } as const;
  const page = await host.app.listMemos(input);
  if (!page.ok) throw new Error(page.error.message);
  return page.value.memos.map((memo) => memo.content).toSorted();
}

/** Creates a memo on a device and returns its id. */
export async function write(
  host: Host,
  content: string,
  attachments: readonly string[] = [],
): Promise<string> {
  const made = await host.app.createMemo({ content, attachments });
  if (!made.ok) throw new Error(made.error.message);
  return made.value.id;
}

/** Returns a memo's text on a device. */
export async function text(host: Host, id: string): Promise<string> {
  const memo = await host.app.getMemo(id);
  if (!memo.ok) throw new Error(memo.error.message);
  return memo.value.content;
}
