import { openOpfsContents } from "../../apps/web/src/worker/opfs-contents.ts";
import type { OpfsContents } from "../../apps/web/src/worker/opfs-contents.ts";

// Dedicated worker of contents.spec.ts: runs one order after another over contents in OPFS.

let nowMs = 1_000;
let store: OpfsContents | undefined;

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  for (const piece of text.split("|")) yield new TextEncoder().encode(piece);
}

async function textOf(body: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  if (body === null) return null;
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body) text += decoder.decode(bytes, { stream: true });
  return text;
}

const orders: Readonly<Record<string, (...given: string[]) => Promise<unknown>>> = {
  async open() {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("contents", { create: true });
    store = await openOpfsContents(folder, () => nowMs);
  },
  async at(ms = "0") {
    nowMs = Number(ms);
  },
  async keep(text = "") {
    const staged = await store?.stage(pieces(text), 10_000_000);
    if (staged?.ok !== true) throw new Error("too large");
    await using blob = staged.value;
    return (await blob.keep()).sha256;
  },
  /** Stages content without storing it, as a kill in the middle does. */
  async stage(text = "") {
    await store?.stage(pieces(text), 10_000_000);
  },
  async keepLarge(size = "0") {
    const staged = await store?.stage(pieces("x".repeat(Number(size))), 100_000_000);
    if (staged?.ok !== true) throw new Error("too large");
    await using blob = staged.value;
    return (await blob.keep()).sha256;
  },
  overwrite: async (text = "", start = "0", by = "") => {
    const staged = await store?.stage(pieces(text), 100);
    if (staged?.ok !== true) throw new Error("too large");
    await using blob = staged.value;
    await blob.overwrite(Number(start), new TextEncoder().encode(by));
    return (await blob.keep()).sha256;
  },
  tooLarge: async (text = "") => (await store?.stage(pieces(text), 3))?.ok === false,
  read: async (hash = "") => textOf((await store?.open(hash)) ?? null),
  range: async (hash = "", start = "0", end = "0") =>
    textOf((await store?.open(hash, { start: Number(start), end: Number(end) })) ?? null),
  list: async () => (store === undefined ? [] : Array.fromAsync(store.list())),
  size: async (hash = "") => store?.size(hash),
  refresh: async (hash = "") => store?.refresh(hash),
  remove: async (hash = "", before = "0") => store?.remove(hash, Number(before)),
  clear: async () => store?.clear(),
  /** Lets the next move of a file fail for lack of room, as at the end of a large one. */
  async failMove() {
    const { prototype } = FileSystemFileHandle as unknown as {
      readonly prototype: { move: (...given: unknown[]) => Promise<void> };
    };
    const { move } = prototype;
    prototype.move = () => {
      prototype.move = move;
      return Promise.reject(new DOMException("no room", "QuotaExceededError"));
    };
  },
  /** Returns the names of all entries. */
  async entries() {
    const root = await navigator.storage.getDirectory();
    const contents = await root.getDirectoryHandle("contents");
    const names: string[] = [];
    for await (const [folder, handle] of contents.entries()) {
      for await (const name of (handle as FileSystemDirectoryHandle).keys()) {
        names.push(`${folder}/${name}`);
      }
    }
    return names.toSorted();
  },
};

addEventListener("message", ({ data }: MessageEvent<{ id: number; order: string[] }>) => {
  const [name = "", ...given] = data.order;
  Promise.resolve(orders[name]?.(...given)).then(
    (answer) => postMessage({ id: data.id, answer }),
    (error: unknown) => postMessage({ id: data.id, failed: String(error) }),
  );
});
