import { describe, expect, test, vi } from "vitest";
import { layOutRelease, untilAtRest } from "./lay-out-release.ts";
import { releases } from "./manifest.ts";
import { hashOnDevice, readDevice, readUnsent } from "./read-device.ts";
import { startRecordedServer } from "./recorded-server.ts";

describe.each(releases())("a server of $manifest.version", (release) => {
  const { manifest, wire } = release;

  test("receives the same operations from this device, which understands every response", async () => {
    await using laid = layOutRelease(release, (wire[0]?.atMs ?? 0) - manifest.madeMs);
    await using server = await startRecordedServer(wire);
    const desk = await laid.openDesk(server.url);
    await vi.waitFor(
      async () => {
        await untilAtRest(desk);
        expect(server.pushed.size).toBe(server.expected.size);
      },
      { timeout: 60_000, interval: 20 },
    );
    expect(server.questions).toEqual([]);
    // The old server ignores new fields of an operation.
    expect(Object.fromEntries(server.pushed)).toMatchObject(Object.fromEntries(server.expected));
    const { halfSent } = manifest;
    const rest = [...server.received.values()].map(({ length }) => length);
    expect(rest).toContain(halfSent.sizeBytes - halfSent.arrivedBytes);
    expect(await readDevice(desk)).toMatchObject(manifest.settled.device);
    expect(await readUnsent(desk)).toEqual(manifest.settled.unsent);
    expect(await hashOnDevice(desk, halfSent.attachment)).toBe(halfSent.sha256);
  });
});
