import type { Register, RegisterKind } from "@tidemark/core/merge";
import { changeRegister } from "@tidemark/core/commit";
import {
  createUserSettingService,
  patchGeneral,
  patchTags,
  readTagsSetting,
  type SettingPatch,
} from "@tidemark/core/setting";
import { createView, createViewService, removeView, updateView } from "@tidemark/core/view";
import type { WriteStores } from "@tidemark/core";
import { stampMs } from "@tidemark/core/model";
import { hold } from "./failure.ts";
import { isOlder } from "./older-peers.ts";
import { marked, shades, writeIn } from "./register-ledger.ts";
import type { World } from "./world.ts";
import { type Writer, attempt, writerOf } from "./writer.ts";
import type { RegisterStep } from "./script.ts";
import { serverEpochKey } from "@tidemark/core/sync/device";

const settingIds = {
  theme: "general.theme",
  locale: "general.locale",
  tag: "tag.work",
  mood: "general.mood",
} as const;

/** Performs the step, reads back the written value (I6), and records its intent. */
export async function writeRegister(world: World, step: RegisterStep): Promise<void> {
  const writer = await writerOf(world, step.on);
  if (writer === null || isOlder(world, step.on.startsWith("api:") ? "server" : step.on)) return;
  const kind: RegisterKind = step.do === "set-setting" ? "setting" : "view";
  const id = step.do === "set-setting" ? settingIds[step.setting] : step.view;
  const find = (): Promise<Register | null> =>
    writer.file.peek.read(({ registers }) => registers.find(writer.caller.name, kind, id));
  const before = await find();
  const isWaiting = await waits(writer, kind, id);
  await attempt(world, writer, step, () =>
    step.do === "set-setting" ? set(world, writer, step) : keep(world, writer, step),
  );
  const after = await find();
  if (after === null || after.stamp === before?.stamp) return;
  const user = writer.device?.user ?? writer.caller.name;
  const to = step.do === "drop-view" ? null : step.to;
  const said = JSON.stringify(after.value);
  hold("I6", to === writeIn(said), () => {
    return `${step.on} set ${kind} ${id} to ${to} and reads ${said}`;
  });
  const epoch = await writer.file.peek.read(({ meta }) => meta.get(serverEpochKey));
  world.registers.written({
    user,
    kind,
    id,
    writer: step.on,
    isDevice: writer.device !== null,
    value: said,
    stamp: after.stamp,
    atMs: world.nowMs,
    skewMs: stampMs(after.stamp) - world.nowMs,
    onTopOf: isWaiting || writer.device === null ? null : { seq: before?.seq ?? 0, epoch },
  });
}

async function waits({ file }: Writer, kind: RegisterKind, id: string): Promise<boolean> {
  const key = `${kind}:${id}`;
  return file.peek.write(async ({ outbox }) => (await outbox.waitingOn(key)).length > 0);
}

async function set(
  world: World,
  writer: Writer,
  { setting, to }: Extract<RegisterStep, { do: "set-setting" }>,
): Promise<void> {
  const { process, caller, device } = writer;
  const { memoDeps: deps, database } = process;
  if (setting === "mood") {
    const value = to === null ? null : { is: marked(to) };
    const change = { kind: "setting.set", entity: settingIds.mood, value } as const;
    await database.write((stores) => changeRegister({ stores, deps, caller }, change));
    return;
  }
  const patch = await patchOf(writer, setting, to);
  if (device === null) {
    const service = createUserSettingService(deps);
    const key = setting === "tag" ? "TAGS" : "GENERAL";
    await service.update(caller, usernameOf(caller.name), key, patch);
    return;
  }
  await database.write(async (stores) => {
    if (setting === "tag") await patchTags({ stores, deps, caller }, patch);
    else await patchGeneral({ stores, deps, caller }, patch);
  });
}

async function patchOf(
  { process, caller }: Writer,
  setting: "theme" | "locale" | "tag",
  to: number | null,
): Promise<SettingPatch> {
  if (setting !== "tag") {
    return { mask: setting, fields: to === null ? {} : { [setting]: marked(to) } };
  }
  const { tags } = await process.database.read((stores) =>
    readTagsSetting(stores.registers, caller.name),
  );
  const { work: _work, ...others } = tags;
  const work = { backgroundColor: { red: (to ?? 0) / shades }, blurContent: true };
  return { mask: "tags", fields: { tags: to === null ? others : { ...others, work } } };
}

async function keep(
  world: World,
  writer: Writer,
  step: Exclude<RegisterStep, { do: "set-setting" }>,
): Promise<void> {
  const { process, caller, device, file } = writer;
  const deps = { ...process.memoDeps, newId: () => step.view };
  const known = await file.peek.read(({ registers }) =>
    registers.find(caller.name, "view", step.view),
  );
  const isNew = known === null || known.value === null;
  if (step.do === "drop-view" && isNew) return;
  const title = step.do === "drop-view" ? "" : marked(step.to);
  const fields = { title, filter: "pinned", icon: null, validateOnly: false };
  if (device === null) {
    const service = createViewService(deps);
    const user = usernameOf(caller.name);
    const name = { user, id: step.view };
    if (step.do === "drop-view") await service.remove(caller, "shortcut", name);
    else if (isNew) await service.create(caller, "shortcut", user, fields);
    else await service.update(caller, "shortcut", name, { title });
    return;
  }
  await process.database.write(async (stores: WriteStores) => {
    if (step.do === "drop-view") await removeView({ stores, deps, caller }, step.view);
    else if (isNew) await createView({ stores, deps, caller }, fields);
    else await updateView({ stores, deps, caller }, step.view, { title });
  });
}

function usernameOf(user: string): string {
  return user.slice("users/".length);
}
