import { readImageSize, shrinkImage } from "./raster-images.ts";
import type { FromRasterWorker, ToRasterWorker } from "./raster-process.ts";

// Entry of the child process that decodes pictures one after another. The parent kills it if it exceeds the
// limits; it may also crash. The next picture starts a new process.

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
// SIGKILL, because a normal exit would wait for sharp's threads, even in the middle of a picture.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// The server ends this process when it stops itself; a terminal signals both.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
