import type { BlobTransport } from "@tidemark/core/sync/protocol";
import { type BlobRequests, partBytes, type ReadAnswer, type UploadAnswer } from "./blob-calls.ts";
import { type Message, NetworkError } from "./network.ts";
import { serveMessage } from "./serve-message.ts";
import { background } from "./traffic.ts";
import type { SimDevice, World } from "./world.ts";
import type { FileMove } from "./script.ts";

type Calls = <Name extends keyof BlobRequests>(
  name: Name,
  payload: BlobRequests[Name],
) => Promise<unknown>;

/** Number of offset conflicts after which an upload fails as a network error. */
const maxConflicts = 3;

/** Returns a transport of content over the world's network, like `blob-client.ts` over HTTP. */
function blobTransportOf(world: World, device: SimDevice): BlobTransport {
  const call: Calls = async (name, payload) => {
    if (device.isCut) throw new NetworkError("offline");
    return world.network.call(device.name, `blob.${name}`, payload);
  };
  return {
    lackingBlobs: async (hashes) => (await call("lacking", { hashes })) as string[],
    upload: (file, progress) => upload(world, device, call, file, progress),
    async download({ attachment }) {
      const first = (await call("read", { attachment, from: 0 })) as ReadAnswer;
      return first === null ? null : pieces(world, call, attachment, first);
    },
  };
}

async function upload(
  world: World,
  device: SimDevice,
  call: Calls,
  { url, ...file }: Parameters<BlobTransport["upload"]>[0],
  { onUrl, onSent }: Parameters<BlobTransport["upload"]>[1],
): ReturnType<BlobTransport["upload"]> {
  let answer = (await (url === null
    ? call("create", { file })
    : call("head", { upload: url }))) as UploadAnswer;
  let upload = url;
  let conflicts = 0;
  for (;;) {
    switch (answer.type) {
      case "conflict":
        conflicts += 1;
        if (conflicts > maxConflicts || upload === null) throw new NetworkError("out of step");
        answer = (await call("head", { upload })) as UploadAnswer;
        break;
      case "at": {
        if (upload !== answer.upload) await onUrl(answer.upload);
        upload = answer.upload;
        const { offset } = answer;
        onSent(offset);
        const bytes = await bytesAt(device, file.sha256, offset, partBytes(file.sizeBytes));
        const request = { upload, offset, bytes: world.freight.put(bytes) };
        answer = (await call("append", request)) as UploadAnswer;
        break;
      }
      default:
        return answer;
    }
  }
}

async function bytesAt(
  { process }: SimDevice,
  sha256: string,
  start: number,
  length: number,
): Promise<Buffer> {
  const content = await process?.blobs.open(sha256, { start, end: start + length });
  if (content === null || content === undefined) throw new NetworkError("the file is gone");
  const read: Uint8Array[] = [];
  for await (const bytes of content) read.push(bytes);
  return Buffer.concat(read);
}

async function* pieces(
  world: World,
  call: Calls,
  attachment: string,
  first: NonNullable<ReadAnswer>,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let current: ReadAnswer = first; current !== null;) {
    const bytes = world.freight.take(current.bytes);
    at += bytes.length;
    if (bytes.length > 0) yield bytes;
    if (at >= current.sizeBytes) return;
    current = (await call("read", { attachment, from: at })) as ReadAnswer;
  }
}

/** Starts the transfer of a device's files in the background, like `BlobLoop`: one at a time. */
export function moveFiles(world: World, device: SimDevice, what: FileMove): void {
  const { process } = device;
  if (process === null || !device.isBound) return;
  const { blobSync } = process;
  if (what === "erase") {
    // Deleted content is erased when the device is idle, whatever transfers are running.
    background(world, device, process, async () => void (await blobSync.eraseDeleted()));
    return;
  }
  if (process.isMovingFiles) return;
  process.isMovingFiles = true;
  const transport = blobTransportOf(world, device);
  background(world, device, process, async () => {
    try {
      if (what === "round") await blobSync.eraseDeleted();
      if (what !== "fetch") await blobSync.sendWaiting(transport);
      if (what !== "send") await blobSync.fetchWanted(transport);
    } finally {
      process.isMovingFiles = false;
    }
  });
}

/** Opens a file as a user does: its content is downloaded beside other transfers. */
export function openFile(world: World, device: SimDevice, id: string): void {
  const { process } = device;
  if (process === null || !device.isBound) return;
  const transport = blobTransportOf(world, device);
  background(world, device, process, async () => {
    const file = await process.database.read(({ attachments }) => attachments.find(id));
    if (file === null) return;
    const brought = await process.blobSync.fetch(transport, file);
    if (brought.ok && file.sha256 !== null) device.dropped.delete(file.sha256);
  });
}

/** Cuts the connection in the middle of a message's bytes; the first half arrives. */
export async function cutShort(world: World, message: Message): Promise<void> {
  const moved = carriedBy(message);
  if (moved === null) return;
  const bytes = world.freight.take(moved.bytes);
  moved.bytes = world.freight.put(bytes.subarray(0, bytes.length >> 1));
  if (message.answer !== null) return;
  await serveMessage(world, message);
  world.network.remove(message);
  message.settle({ error: new NetworkError("cut") });
}

/** Flips one bit of a message's bytes. */
export function spoil(world: World, message: Message): void {
  const moved = carriedBy(message);
  if (moved === null) return;
  const bytes = Buffer.from(world.freight.take(moved.bytes));
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  moved.bytes = world.freight.put(bytes);
}

/** Returns the object of a message that names its bytes, or null if it has none. */
function carriedBy({ payload, answer }: Message): { bytes: string } | null {
  const message = answer === null ? payload : answer.value;
  const isObject = typeof message === "object" && message !== null;
  return isObject && "bytes" in message ? (message as { bytes: string }) : null;
}
