import type { AttachmentRecord } from "@tidemark/core/model";
import { Crash } from "./crash.ts";
import { expireUploads } from "./blob-calls.ts";
import { hold } from "./failure.ts";
import { contentOf, hashesOf } from "./file-ledger.ts";
import { cutShort, moveFiles, openFile, spoil } from "./move-files.ts";
import { isOlder } from "./older-peers.ts";
import { filesIn } from "./check-files.ts";
import type { FileStep } from "./script.ts";
import type { SimDevice, World } from "./world.ts";
import { type Writer, attempt, writerOf } from "./writer.ts";

/** Performs a step about files, and records its intent. */
export async function fileStep(world: World, step: FileStep): Promise<void> {
  switch (step.do) {
    case "attach":
    case "rename-file":
    case "link-file":
    case "set-files":
    case "remove-file": {
      const writer = await writerOf(world, step.on);
      if (writer === null || isOlder(world, step.on)) return;
      await attempt(world, writer, step, () => writeFile(world, writer, step));
      noteWritten(world, writer, step);
      return;
    }
    case "sweep":
      return sweep(world, step.on);
    default: {
      const device = world.devices.get(step.on);
      if (device !== undefined) await onDevice(world, device, step);
    }
  }
}

type WriteFileStep = Extract<
  FileStep,
  { do: "attach" | "rename-file" | "link-file" | "set-files" | "remove-file" }
>;
type DeviceFileStep = Exclude<FileStep, WriteFileStep | { do: "sweep" }>;

async function onDevice(world: World, device: SimDevice, step: DeviceFileStep): Promise<void> {
  switch (step.do) {
    case "files":
      return moveFiles(world, device, step.what);
    case "open-file":
      return openFile(world, device, step.file);
    case "trim":
      return trim(world, device, step.bytes);
    case "cut-short":
    case "spoil": {
      const messages = world.network.of(device.name);
      const message = messages[step.nth % Math.max(1, messages.length)];
      if (message === undefined) return;
      if (step.do === "spoil") spoil(world, message);
      else await cutShort(world, message);
    }
  }
}

async function writeFile(world: World, writer: Writer, step: WriteFileStep): Promise<void> {
  const { caller, process } = writer;
  const { attachments } = process;
  switch (step.do) {
    case "attach": {
      if (step.kind === "elsewhere") {
        const made = await attachments.create(caller, {
          id: step.as,
          externalLink: `https://example.com/${step.content}`,
          filename: `${step.as}.txt`,
          type: "",
          ...(step.memo !== undefined && { memo: step.memo }),
        });
        readBack(writer, step.as, made.ok, (file) => file !== undefined);
        return;
      }
      const bytes = contentOf(step.content, step.kind);
      const user = writer.device?.user ?? caller.name;
      for (const sha256 of hashesOf(step.content, step.kind))
        world.files.tried.add(`${user} ${sha256}`);
      const named = { filename: `${step.as}.txt`, type: "" };
      const received = await attachments.receive(
        caller,
        named,
        (async function* () {
          yield bytes;
        })(),
      );
      if (!received.ok) return;
      const made = await attachments.create(caller, {
        id: step.as,
        file: received.value,
        ...(step.memo !== undefined && { memo: step.memo }),
      });
      readBack(writer, step.as, made.ok, (file) => file !== undefined);
      return;
    }
    case "rename-file": {
      const filename = `${step.to}.txt`;
      const done = await attachments.update(caller, step.file, { filename });
      readBack(writer, step.file, done.ok, (file) => file?.filename === filename);
      return;
    }
    case "link-file": {
      const done = await attachments.update(caller, step.file, { memo: step.memo });
      readBack(writer, step.file, done.ok, (file) => file?.memo === step.memo);
      return;
    }
    case "set-files": {
      const { memo, files } = step;
      const done = await process.memos.update(caller, memo, { attachments: files });
      const all = [...filesIn(writer.file).values()].filter((file) => file.memo === memo);
      const are = all.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
      hold("I6", !done.ok || are.join() === files.join(), () => {
        return `${writer.name} gave ${memo} ${files.join()} and reads ${are.join()}`;
      });
      return;
    }
    case "remove-file": {
      const fate = world.files.fates.get(step.file);
      const isOwn = filesIn(writer.file).get(step.file)?.creator === caller.name;
      if (fate !== undefined && isOwn) fate.wasRemoved = true;
      const done = await attachments.remove(caller, [step.file]);
      readBack(writer, step.file, done.ok, (file) => file === undefined);
    }
  }
}

/** I6 · a writer reads back its own write. */
function readBack(
  writer: Writer,
  id: string,
  isDone: boolean,
  isThere: (file: AttachmentRecord | undefined) => boolean,
): void {
  const file = filesIn(writer.file).get(id);
  hold("I6", !isDone || isThere(file), () => {
    return `${writer.name} wrote ${id} and reads ${JSON.stringify(file)}`;
  });
}

/** Records a write if it is in the database: an interrupted write may have been committed. */
function noteWritten(world: World, writer: Writer, step: WriteFileStep): void {
  const { fates } = world.files;
  if (step.do === "set-files") {
    for (const { id, memo } of filesIn(writer.file).values()) {
      if (memo !== null) fates.get(id)?.memos.add(memo);
    }
    return;
  }
  const file = filesIn(writer.file).get(step.do === "attach" ? step.as : step.file);
  if (file === undefined) return;
  if (step.do === "attach" && !fates.has(step.as)) {
    fates.set(step.as, {
      creator: writer.device?.user ?? writer.caller.name,
      hashes: step.kind === "elsewhere" ? new Set() : hashesOf(step.content, step.kind),
      memos: new Set(),
      namers: new Set([writer.name]),
      name: file.filename,
      wasRemoved: false,
      isLost: false,
    });
  }
  const fate = fates.get(file.id);
  if (fate === undefined) return;
  if (file.memo !== null) fate.memos.add(file.memo);
  if (step.do !== "rename-file" || file.filename !== `${step.to}.txt`) return;
  fate.namers.add(writer.name);
  fate.name = file.filename;
}

/** Evicts the content that a device has had longest, and records which. */
async function trim(world: World, device: SimDevice, maxBytes: number): Promise<void> {
  const before = [...device.disk.kept.keys()];
  await whileAlive(world, device.name, async () => {
    await device.process?.blobSync.trim(maxBytes);
  });
  for (const sha256 of before) if (!device.disk.kept.has(sha256)) device.dropped.add(sha256);
}

/** Runs a replica's daily sweep, which removes unused content. */
export async function sweep(world: World, on: string): Promise<void> {
  const running = on === "server" ? world.server : world.devices.get(on);
  const { process } = running ?? {};
  if (running === undefined || process === null || process === undefined) return;
  await whileAlive(world, on, async () => {
    await process.attachments.sweep();
    if (on === "server") expireUploads(running.disk, world.nowMs);
  });
}

async function whileAlive(world: World, on: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    const device = world.devices.get(on);
    if (on === "server") world.server.process = null;
    else if (device !== undefined) {
      device.process = null;
      world.network.dropAllOf(on);
    }
  }
}
