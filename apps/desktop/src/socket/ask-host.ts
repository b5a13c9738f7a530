import { request } from "node:http";
import { type DataFolder, type DataFolderError, openDataFolder } from "@tidemark/db/node";
import type { Result } from "@tidemark/core";
import { handOverPath, hostSocketOf } from "./host-socket.ts";

const longestMs = 60_000;

/**
 * Sends a request to the program that has a data folder. Returns null if none answers at its socket; rejects if one breaks
 * off.
 */
export function askHost(
  dir: string,
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly text: string } | null> {
  const socketPath = hostSocketOf(dir);
  if (socketPath === null) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, method: "POST", timeout: longestMs });
    asked.on("timeout", () =>
      asked.destroy(new Error("the program with the memos doesn't answer")),
    );
    asked.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null);
      else reject(error);
    });
    asked.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => (text += part));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.end(JSON.stringify(body));
  });
}

/** Claims a data folder like `openDataFolder`. An assistant's program that has it gives it up. */
export async function claimFolder(dir: string): Promise<Result<DataFolder, DataFolderError>> {
  const folder = await openDataFolder(dir);
  if (folder.ok || folder.error.type !== "folder-in-use") return folder;
  const answer = await askHost(folder.error.path, handOverPath, {}).catch(() => null);
  return answer?.status === 200 ? openDataFolder(dir) : folder;
}
