import { appError, type AppError } from "@tidemark/core";
import { busyError } from "./busy-server.ts";
import { isForeignAnswer, syncFailureOf } from "./sync-client.ts";

/** Returns the error for a failed request to the server at `url`. */
export function connectError(error: unknown, url: string): AppError {
  const { host } = new URL(url);
  const failure = syncFailureOf(error);
  // A proxy before a busy server responds in its own format.
  if (failure.type === "busy") return busyError(failure);
  if (isForeignAnswer(error)) return appError("UNAVAILABLE", `${host} is no Tidemark server.`);
  switch (failure.type) {
    case "revoked":
    case "unauthenticated":
      return appError("UNAUTHENTICATED", failure.message);
    case "unreachable":
      return appError("UNAVAILABLE", `Could not reach ${host}.`);
    case "storage":
      return appError("UNAVAILABLE", failure.message);
    case "server":
      return appError("UNAVAILABLE", `${host} answered with an error: ${failure.message}`);
  }
}
