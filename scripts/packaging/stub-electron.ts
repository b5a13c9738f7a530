import { appendFileSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPackage } from "@electron/asar";

export type Platform = "linux" | "win32" | "darwin";

/** Output of the Linux stub when it is started. */
export const stubSays = "Electron would start here\n";

/**
 * Writes a stub of an Electron distribution for electron-builder, so packaging can be tested without
 * downloading Electron. The executable is a real program of its platform with the fuse wire that the real
 * tool modifies. For Linux it prints `stubSays` and exits with 0; for Windows it is some program from
 * node_modules; for macOS the skeleton of an application. It doesn't run our code; docs/install.md lists what
 * that leaves untested.
 */
export async function writeStubElectron(dir: string, platform: Platform): Promise<void> {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "LICENSE"), "The licence of Electron stands here.\n");
  writeFileSync(join(dir, "LICENSES.chromium.html"), "<p>Chromium's licences stand here.</p>\n");
  if (platform === "linux") {
    writeFileSync(join(dir, "electron"), Buffer.concat([elfThatSays(stubSays), fuseWire()]), {
      mode: 0o755,
    });
    writeFileSync(join(dir, "chrome-sandbox"), elfThatSays(""), { mode: 0o755 });
  } else if (platform === "win32") {
    copyFileSync(windowsProgram, join(dir, "electron.exe"));
    appendFileSync(join(dir, "electron.exe"), fuseWire());
  } else {
    writeMacFrame(join(dir, "Electron.app/Contents"));
  }
  const resources =
    platform === "darwin" ? join(dir, "Electron.app/Contents/Resources") : join(dir, "resources");
  mkdirSync(resources, { recursive: true });
  const app = join(dir, "default-app");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), `{"name":"default-app","main":"main.js"}`);
  writeFileSync(join(app, "main.js"), "");
  await createPackage(app, join(resources, "default_app.asar"));
  rmSync(app, { recursive: true });
}

// electron-builder writes the archive's hash into the program's resources, so it must have a resource
// section.
const windowsProgram = join(
  import.meta.dirname,
  "../../node_modules/electron-winstaller/vendor/rcedit.exe",
);

/** Writes the parts of Electron.app that electron-builder renames and modifies. */
function writeMacFrame(contents: string): void {
  const frame = "Frameworks/Electron Framework.framework";
  const helper = "Frameworks/Electron Helper.app/Contents";
  for (const folder of ["MacOS", "Resources", frame, `${helper}/MacOS`]) {
    mkdirSync(join(contents, folder), { recursive: true });
  }
  // Magic number of a 64-bit program, without executable content.
  const program = Buffer.from([0xcf, 0xfa, 0xed, 0xfe]);
  writeFileSync(join(contents, "MacOS/Electron"), program, { mode: 0o755 });
  writeFileSync(join(contents, helper, "MacOS/Electron Helper"), program, { mode: 0o755 });
  writeFileSync(join(contents, frame, "Electron Framework"), Buffer.concat([program, fuseWire()]));
  writeFileSync(join(contents, "Resources/electron.icns"), "icns");
  writeFileSync(join(contents, "Info.plist"), plistOf("Electron", "electron.icns"));
  writeFileSync(join(contents, helper, "Info.plist"), plistOf("Electron Helper", ""));
}

function plistOf(name: string, icon: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleName</key><string>${name}</string>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIconFile</key><string>${icon}</string>
</dict></plist>
`;
}

/**
 * Returns Electron's fuses as shipped: a sentinel, the wire's version, its length, then one character per
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

/** Returns a minimal x86-64 Linux program: an ELF header, one loaded segment, write(1, words) and exit(0). */
function elfThatSays(words: string): Buffer {
  const base = 0x400000n;
  const headersSize = 64 + 56;
  const text = Buffer.from(words);
  const code = Buffer.from([
    ...[0xbf, 1, 0, 0, 0], // mov edi, 1
    ...[0x48, 0x8d, 0x35, 21, 0, 0, 0], // lea rsi, the words, which follow the code
    ...[0xba, text.length, 0, 0, 0], // mov edx, their length
    ...[0xb8, 1, 0, 0, 0, 0x0f, 0x05], // write
    ...[0x31, 0xff, 0xb8, 60, 0, 0, 0, 0x0f, 0x05], // exit(0)
  ]);
  const elf = Buffer.alloc(headersSize + code.length + text.length);
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
  text.copy(elf, headersSize + code.length);
  return elf;
}
