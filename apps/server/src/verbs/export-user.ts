import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ok, type Result } from "@tidemark/core";
import { openFolderBlobStore } from "@tidemark/db/node";
import type { UserCommand } from "../cli/user-command.ts";
import { askForContent, type ControlAnswer } from "../control/control-socket.ts";
import type { Place } from "../cli/place-options.ts";
import { type StartError, startRefused } from "../start/start-error.ts";
import { openWorkServices } from "./do-work.ts";
import { contentOf } from "./export-content.ts";

type Take = (content: AsyncIterable<Uint8Array>) => Promise<void>;

/** Writes an account's memos and files to a zip, which appears only when it is complete. */
export async function exportUser({
  place,
  username,
  out,
}: Extract<UserCommand, { readonly action: "export" }>): Promise<
  Result<ControlAnswer, StartError>
> {
  if (existsSync(out)) return startRefused(`${out} already exists`);
  const part = `${out}.part`;
  const failures: string[] = [];
  const take: Take = async (content) => {
    try {
      await pipeline(Readable.from(content), createWriteStream(part, { mode: 0o600 }));
    } catch (error) {
      failures.push(String(error));
      throw error;
    }
  };
  try {
    const done = await askOrExport(place, username, take);
    const [failure] = failures;
    if (failure !== undefined) return startRefused(`${out} can't be written: ${failure}`);
    if (!done.ok || !done.value.ok) return done;
    await rename(part, out);
    return ok({ ok: true, lines: [...done.value.lines, `in ${out}`] });
  } finally {
    await rm(part, { force: true });
  }
}

/** Exports in the server that has the data folder, or else from its database and files. */
async function askOrExport(
  place: Place,
  username: string,
  take: Take,
): Promise<Result<ControlAnswer, StartError>> {
  const asked = { command: "export", username };
  const running = place.database === null ? await askForContent(place.data, asked, take) : null;
  if (running !== null) return ok(running);
  await using resources = new AsyncDisposableStack();
  const services = await openWorkServices(place, resources);
  if (!services.ok) return services;
  // Servers may be using the folder.
  const blobs = await openFolderBlobStore(join(place.files ?? place.data, "blobs"), {
    isShared: true,
  });
  const given = await contentOf({ ...services.value, blobs }, username);
  if (!("body" in given)) return ok(given);
  try {
    await take(given.body);
    return ok(await given.answer());
  } catch (error) {
    return startRefused(`the export failed: ${String(error)}`);
  }
}
