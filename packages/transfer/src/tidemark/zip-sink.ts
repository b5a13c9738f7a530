import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { ExportRefused, type ExportSink } from "./export-sink.ts";

interface Entry {
  readonly name: Buffer;
  readonly time: number;
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
  readonly at: number;
}

/** From here on a number stands in the fields of ZIP64. */
const much = 0xffff_ffff;
const many = 0xffff;

/**
 * A zip, written as it comes: the sizes of a file stand behind it, so that nothing is read twice or
 * held whole. Throws `ExportRefused` where there is a file already.
 */
export async function openZipSink(file: string): Promise<ExportSink> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new ExportRefused(`${file} is there already`);
  const part = `${file}.part`;
  const out = await open(part, "w", 0o600).catch((cause: unknown) => {
    throw new ExportRefused(`${file} cannot be written`, { cause });
  });
  const entries: Entry[] = [];
  let at = 0;
  let isOpen = true;
  const write = async (bytes: Uint8Array): Promise<void> => {
    await writeWhole(out, bytes);
    at += bytes.length;
  };
  return {
    async put(path, content, modifiedMs) {
      const name = Buffer.from(path, "utf8");
      const begun = { name, time: dosTime(modifiedMs), at };
      await write(localHeader(begun));
      let crc = 0;
      let bytes = 0;
      let packed = 0;
      const counted = async function* (): AsyncGenerator<Uint8Array> {
        for await (const chunk of content) {
          crc = crc32(chunk, crc);
          bytes += chunk.length;
          yield chunk;
        }
      };
      const source = Readable.from(counted());
      const packer = source.pipe(createDeflateRaw());
      source.on("error", (error) => packer.destroy(error));
      for await (const chunk of packer) {
        if (!(chunk instanceof Uint8Array))
          throw new Error("a packer gave something else than bytes");
        packed += chunk.length;
        await write(chunk);
      }
      const entry = { ...begun, crc, packed, bytes };
      await write(descriptor(entry));
      entries.push(entry);
    },
    async finish() {
      const begin = at;
      for (const entry of entries) await write(centralHeader(entry));
      await write(endOf(entries.length, begin, at));
      await out.sync();
      await out.close();
      isOpen = false;
      await rename(part, file);
    },
    async [Symbol.asyncDispose]() {
      if (!isOpen) return;
      await out.close();
      await rm(part, { force: true });
    },
  };
}

async function writeWhole(out: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await out.write(bytes, done);
    done += bytesWritten;
  }
}

/** Names are UTF-8, and sizes stand behind the content, in the eight bytes of ZIP64. */
const flags = 0x0808;
const deflated = 8;
const version = 45;

function localHeader({ name, time }: Pick<Entry, "name" | "time">): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt32LE(much, 18);
  header.writeUInt32LE(much, 22);
  header.writeUInt16LE(name.length, 26);
  // An entry of ZIP64, with both sizes unknown yet.
  header.writeUInt16LE(20, 28);
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  return Buffer.concat([header, name, extra]);
}

function descriptor({ crc, packed, bytes }: Entry): Buffer {
  const behind = Buffer.alloc(24);
  behind.writeUInt32LE(0x08074b50, 0);
  behind.writeUInt32LE(crc, 4);
  behind.writeBigUInt64LE(BigInt(packed), 8);
  behind.writeBigUInt64LE(BigInt(bytes), 16);
  return behind;
}

function centralHeader({ name, time, crc, packed, bytes, at }: Entry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  // Made as on Unix, so that the mode of the file counts.
  header.writeUInt16LE((3 << 8) | version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(deflated, 10);
  header.writeUInt32LE(time, 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(much, 20);
  header.writeUInt32LE(much, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(28, 30);
  header.writeUInt32LE(((0o100600 << 16) >>> 0) + 0, 38);
  header.writeUInt32LE(much, 42);
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(bytes), 4);
  extra.writeBigUInt64LE(BigInt(packed), 12);
  extra.writeBigUInt64LE(BigInt(at), 20);
  return Buffer.concat([header, name, extra]);
}

/** The end in both forms: the older one points at the newer where a number is too large for it. */
function endOf(count: number, begin: number, end: number): Buffer {
  const size = end - begin;
  const zip64 = Buffer.alloc(56);
  zip64.writeUInt32LE(0x06064b50, 0);
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeUInt16LE((3 << 8) | version, 12);
  zip64.writeUInt16LE(version, 14);
  zip64.writeBigUInt64LE(BigInt(count), 24);
  zip64.writeBigUInt64LE(BigInt(count), 32);
  zip64.writeBigUInt64LE(BigInt(size), 40);
  zip64.writeBigUInt64LE(BigInt(begin), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end), 8);
  locator.writeUInt32LE(1, 16);
  const older = Buffer.alloc(22);
  older.writeUInt32LE(0x06054b50, 0);
  older.writeUInt16LE(Math.min(count, many), 8);
  older.writeUInt16LE(Math.min(count, many), 10);
  older.writeUInt32LE(Math.min(size, much), 12);
  older.writeUInt32LE(Math.min(begin, much), 16);
  return Buffer.concat([zip64, locator, older]);
}

/** Two seconds is as fine as it gets, and 1980 as old. */
function dosTime(ms: number): number {
  const date = new Date(ms);
  const year = date.getFullYear();
  if (!(year >= 1980)) return (1 << 21) | (1 << 16);
  const day = ((Math.min(year, 2107) - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
