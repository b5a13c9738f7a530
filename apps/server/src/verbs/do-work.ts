import { ok, type Result } from "@tidemark/core";
import type { Place } from "../cli/place-options.ts";
import { askControl, type ControlAnswer, type ControlContent } from "../control/control-socket.ts";
import { requestSchema, type Work } from "../control/work.ts";
import { createDiskSpace } from "../disk/disk-space.ts";
import { createAccounts } from "../services/accounts.ts";
import { createMemoDeps, createNotifyDeps } from "../services/memo-deps.ts";
import { openServiceContext } from "../services/service-context.ts";
import { backUpNow } from "../services/back-up-now.ts";
import { readState, type StateDeps } from "../services/instance-state.ts";
import type { Services } from "../services/services.ts";
import type { StartError } from "../start/start-error.ts";
import { contentOf, refused } from "./export-content.ts";
import { openPlace } from "./open-place.ts";
import { operator } from "./operator.ts";
import { doctorLines, stateLines } from "./state-lines.ts";
import { doSettingWork } from "./setting-work.ts";
import { doTokenWork } from "./token-work.ts";
import { doUserWork } from "./user-work.ts";

type WorkServices = Pick<Services, "database" | "users" | "auth" | "instance" | "nowMs">;

/**
 * Does the work of a command: in the server that has the data folder, or else on its database. Over PostgreSQL always on
 * the database, and running servers notice a change at once.
 */
export async function doWork(place: Place, work: Work): Promise<Result<ControlAnswer, StartError>> {
  const running = place.database === null ? await askControl(place.data, work) : null;
  return running === null ? workHere(place, work) : ok(running);
}

async function workHere(place: Place, work: Work): Promise<Result<ControlAnswer, StartError>> {
  await using resources = new AsyncDisposableStack();
  const services = await openWorkServices(place, resources);
  return services.ok ? ok(await answerOf(services.value, work)) : services;
}

/** Opens the services that commands need on a database that no server has, or that is PostgreSQL. */
export async function openWorkServices(
  place: Place,
  resources: AsyncDisposableStack,
): Promise<Result<WorkServices, StartError>> {
  const open = await openPlace(place, resources);
  if (!open.ok) return open;
  const context = await openServiceContext(open.value.opened, {});
  const memoDeps = createMemoDeps(context, createNotifyDeps(context), createDiskSpace([]));
  const accounts = createAccounts(context, memoDeps, {});
  return ok({ ...context, instance: context.settings, ...accounts });
}

/** Answers a request on the control socket. Another version of the program may ask for something unknown. */
export async function answerRequest(
  services: Services,
  asked: unknown,
  state: StateDeps,
): Promise<ControlAnswer | ControlContent> {
  const known = requestSchema.safeParse(asked);
  if (!known.success) {
    const message = "the running server doesn't know this command: restart it with this version";
    return { ok: false, code: "INVALID_ARGUMENT", message };
  }
  if ("work" in known.data) return answerOf(services, known.data);
  if (known.data.command === "export") {
    return contentOf({ ...services, blobs: services.files.blobs }, known.data.username);
  }
  if (known.data.command === "backup") {
    const made = await backUpNow(state, operator);
    if (!made.ok) return refused(made.error);
    const { path, manifest } = made.value;
    return {
      ok: true,
      lines: [`backup: ${manifest.memos} memos and ${manifest.files} files in ${path}`],
    };
  }
  const read = await readState(state, operator);
  if (!read.ok) return refused(read.error);
  const write = known.data.command === "state" ? stateLines : doctorLines;
  return { ok: true, lines: write(read.value) };
}

async function answerOf(services: WorkServices, work: Work): Promise<ControlAnswer> {
  const done = await resultOf(services, work);
  return done.ok ? { ok: true, lines: [...done.value] } : refused(done.error);
}

function resultOf(services: WorkServices, { command, work }: Work) {
  const { auth, instance, nowMs } = services;
  switch (command) {
    case "user":
      return doUserWork(services, work);
    case "token":
      return doTokenWork(auth, work, nowMs());
    case "setting":
      return doSettingWork(instance, work);
  }
}
