import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { scratchFolder } from "./made-folder.ts";

/** Entry of a zip that is written by hand and may be invalid. */
export interface MadeEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** False size to declare in the archive. */
  readonly declaredBytes?: number;
  /** Unix file mode. */
  readonly mode?: number;
  readonly isEncrypted?: boolean;
  /** Name in the Unicode Path field, beside the plain name. */
  readonly unicodeName?: string;
}

/** Returns the bytes of a zip with these entries. */
export function zipOf(entries: readonly MadeEntry[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    content = "",
    declaredBytes,
    mode = 0o100644,
    isEncrypted = false,
    unicodeName,
  } of entries) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const title = Buffer.from(name);
    const extra = unicodeName === undefined ? Buffer.alloc(0) : unicodePath(title, unicodeName);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(0x5821_0000, 6);
    common.writeUInt32LE(crc32(raw), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredBytes ?? raw.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, title, packed]);
    common.writeUInt16LE(0, 24);
    const inDirectory = Buffer.from(common);
    inDirectory.writeUInt16LE(extra.length, 24);
    const behind = Buffer.alloc(14);
    behind.writeUInt32LE((mode << 16) >>> 0, 6);
    behind.writeUInt32LE(at, 10);
    const made = Buffer.from([20, 3]);
    central.push(
      Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), made, inDirectory, behind, title, extra]),
    );
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** Returns the Unicode Path field of Info-ZIP. */
function unicodePath(name: Buffer, unicode: string): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(5 + Buffer.byteLength(unicode), 2);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([head, Buffer.from(unicode)]);
}

/** Writes such a zip to a file. */
export async function zipFile(entries: readonly MadeEntry[], name = "made.zip"): Promise<string> {
  const file = join(await scratchFolder(), name);
  await writeFile(file, zipOf(entries));
  return file;
}
