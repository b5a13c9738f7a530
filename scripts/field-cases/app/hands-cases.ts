import { apiClient, createToken } from "../../../tests/system/api-client.ts";
import { texts, write } from "../../../tests/system/host-memos.ts";
import { alice } from "../../../tests/system/in-process-server.ts";
import type { Seen } from "../read-cases.ts";
import type { AppCaseOf } from "./app-case.ts";
import { twoDevices } from "./merge-cases.ts";

/** Runs the cases that are described in words alone. */
export async function runHandsCase({ steps }: AppCaseOf<"hands">): Promise<Seen> {
  const step = steps.join(" ");
  if (step.includes("contentLengthLimit")) return writeTooMuch();
  if (step.includes("removes it")) return writeWhilePurged();
  return `not judged: ${step}`;
}

/** Writes a memo over the server's limit, then a small one. */
async function writeTooMuch(): Promise<Seen> {
  await using devices = await twoDevices();
  const { a: device, b: other, server } = devices;
  const api = apiClient(server.url, (await createToken(server.url, alice)).value);
  const name = "instance/settings/MEMO_RELATED";
  const set = await api.send("PATCH", `/${name}?updateMask=memoRelatedSetting.contentLengthLimit`, {
    name,
    memoRelatedSetting: { contentLengthLimit: 9000 },
  });
  if (set.status !== 200) return `the limit is refused: ${JSON.stringify(set.body)}`;
  const large = "a long thought ".repeat(1334);
  await write(device, large);
  await write(device, "a short thought");
  await device.app.syncNow();
  await other.app.syncNow();
  const [here, there] = [await texts(device), await texts(other)];
  if (there.join() !== "a short thought") return `the other device has ${there.length} memos`;
  return here.includes(large) ? null : "the long memo is not in the list";
}

/** Edits a memo on a device while another removes it for good. */
async function writeWhilePurged(): Promise<Seen> {
  await using devices = await twoDevices();
  const { a, b } = devices;
  const id = await write(a, "a plan");
  await a.app.syncNow();
  await b.app.syncNow();
  await b.app.setPaused(true);
  await b.app.updateMemo(id, { content: "a plan\n\nand what came of it" });
  await a.app.trashMemos([id]);
  await a.app.purgeMemos([id]);
  await a.app.syncNow();
  await b.app.setPaused(false);
  await b.app.syncNow();
  const here = await texts(b);
  return here.some((text) => text.includes("and what came of it"))
    ? null
    : `the edit is in no list: ${here.join(" | ")}`;
}
