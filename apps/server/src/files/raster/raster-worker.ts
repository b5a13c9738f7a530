import { readImageSize, shrinkImage } from "./raster-images.ts";
import type { FromRasterWorker, ToRasterWorker } from "./raster-process.ts";

// The entry of the process that opens pictures, one after the other. It may take too much memory or
// too long, or end in the middle of one: then it is ended, and the next picture has another.

let pieces: Uint8Array[] = [];

async function answer(message: ToRasterWorker): Promise<FromRasterWorker | null> {
  if (message.type === "piece") {
    pieces.push(message.bytes);
    return null;
  }
  const content = Buffer.concat(pieces);
  pieces = [];
  if (message.type === "size") return { type: "size", size: await readImageSize(content) };
  const { longestSide, heldBytes } = message;
  return { type: "image", image: await shrinkImage(content, longestSide, heldBytes) };
}

process.on("message", (message: ToRasterWorker) => {
  void answer(message).then((made) => {
    if (made !== null) process.send?.(made);
  });
});
// At once, also in the middle of a picture: its threads would be waited for.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// The server is told to end, and ends this process; a terminal tells both.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
