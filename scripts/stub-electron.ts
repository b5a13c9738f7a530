import { copyFileSync, appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPackage } from "@electron/asar";

/**
 * Writes a folder that electron-builder takes for an Electron distribution, so that packaging can be
 * checked where Electron itself cannot be downloaded. The executable is a real program of its
 * platform that carries the fuse wire the real tool flips: for Linux one that ends at once with
 * status 0, for Windows any that lies in node_modules. It starts nothing of ours: what that leaves
 * unproved, `npm run dist:check` says.
 */
export async function writeStubElectron(dir: string, platform: "linux" | "win32"): Promise<void> {
  mkdirSync(join(dir, "resources"), { recursive: true });
  if (platform === "linux") {
    writeFileSync(join(dir, "electron"), elfThatExits(), { mode: 0o755 });
    appendFileSync(join(dir, "electron"), fuseWire());
  } else {
    copyFileSync(windowsProgram, join(dir, "electron.exe"));
    appendFileSync(join(dir, "electron.exe"), fuseWire());
  }
  const app = join(dir, "default-app");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), `{"name":"default-app","main":"main.js"}`);
  writeFileSync(join(app, "main.js"), "");
  await createPackage(app, join(dir, "resources/default_app.asar"));
}

// electron-builder writes the archive's hash into the program's resources, so it must have some.
const windowsProgram = join(
  import.meta.dirname,
  "../node_modules/electron-winstaller/vendor/rcedit.exe",
);

/**
 * Electron's fuses as they ship: a sentinel, the wire's version, its length, then one character per
 * fuse, "1" on and "0" off.
 */
function fuseWire(): Buffer {
  const shipped = "101100011";
  return Buffer.concat([
    Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX"),
    Buffer.from([1, shipped.length]),
    Buffer.from(shipped),
  ]);
}

/** The smallest x86-64 Linux program: an ELF header, one loaded segment, and exit(0). */
function elfThatExits(): Buffer {
  const base = 0x400000n;
  const headersSize = 64 + 56;
  const code = Buffer.from([0x31, 0xff, 0xb8, 0x3c, 0x00, 0x00, 0x00, 0x0f, 0x05]);
  const elf = Buffer.alloc(headersSize + code.length);
  elf.write("\x7fELF", "latin1");
  elf.set([2, 1, 1], 4); // 64 bits, little-endian, version 1
  elf.writeUInt16LE(2, 16); // an executable
  elf.writeUInt16LE(62, 18); // for x86-64
  elf.writeUInt32LE(1, 20);
  elf.writeBigUInt64LE(base + BigInt(headersSize), 24); // starts at the code
  elf.writeBigUInt64LE(64n, 32); // program headers follow this one
  elf.set([64, 0, 56, 0, 1, 0, 64, 0], 52); // sizes and counts of headers
  elf.writeUInt32LE(1, 64); // one segment to load,
  elf.writeUInt32LE(5, 68); // to read and execute,
  elf.writeBigUInt64LE(base, 80); // at the base,
  elf.writeBigUInt64LE(base, 88);
  elf.writeBigUInt64LE(BigInt(elf.length), 96); // the whole file,
  elf.writeBigUInt64LE(BigInt(elf.length), 104);
  elf.writeBigUInt64LE(0x1000n, 112); // page-aligned
  code.copy(elf, headersSize);
  return elf;
}
