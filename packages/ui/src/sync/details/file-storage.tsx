import type { FileStorage } from "@tidemark/core/router";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { fileSize } from "../../attachments/file-size.ts";
import { describeError, useClient } from "../../data/client.tsx";
import { queryKeys, useProfile } from "../../data/queries.ts";
import { useFileStorage } from "../../data/asked/sync-queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";

const choices = [500e6, 1e9, 2e9, 5e9, 10e9, 20e9, 50e9];
const everything = "everything";

/** Storage used by the server's files on this device, its limit, and a button to free space. */
export function FileStorageChoice() {
  useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useFileStorage();
  const profile = useProfile().data;
  const id = useId();
  if (data === undefined || profile === undefined) return null;
  if (profile.serverUrl === null) {
    return (
      <div className="px-4 py-10 text-center">
        <p className="text-dialog font-semibold">{syncStrings.storageLocal}</p>
        <p className="mt-1 text-text-2">{syncStrings.storageLocalBody}</p>
      </div>
    );
  }

  const change = (work: Promise<FileStorage>, nothing: string): void => {
    work
      .then(
        (after) => {
          const freed = data.totalBytes - after.totalBytes;
          useFeedback.getState().say(freed > 0 ? syncStrings.freed(fileSize(freed)) : nothing);
        },
        (problem: unknown) => useFeedback.getState().fail(describeError(problem)),
      )
      .finally(() => queries.invalidateQueries({ queryKey: queryKeys.fileStorage }))
      .catch(() => undefined);
  };
  const { totalBytes, keptBytes, freeableBytes, limitBytes } = data;
  const offered = [...new Set([...choices, ...(limitBytes === null ? [] : [limitBytes])])];
  return (
    <div className="px-1">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
        <dt>{syncStrings.storageTotal}</dt>
        <dd className="text-end tabular-nums">{fileSize(totalBytes)}</dd>
        <dt className="text-text-2">{syncStrings.storageKept}</dt>
        <dd className="text-end text-text-2 tabular-nums">{fileSize(keptBytes)}</dd>
      </dl>
      <label htmlFor={`${id}-limit`} className="mt-4 block font-medium">
        {syncStrings.storageLimit}
      </label>
      <select
        id={`${id}-limit`}
        className="field mt-1 max-w-48"
        aria-describedby={`${id}-limit-note`}
        value={limitBytes ?? everything}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const chosen = value === everything ? null : Number(value);
          change(client.storage.setLimit.mutate({ limitBytes: chosen }), syncStrings.freedNothing);
        }}
      >
        {offered
          .toSorted((a, b) => a - b)
          .map((bytes) => (
            <option key={bytes} value={bytes}>
              {fileSize(bytes)}
            </option>
          ))}
        <option value={everything}>{syncStrings.storageNoLimit}</option>
      </select>
      <p id={`${id}-limit-note`} className="mt-1 text-meta text-text-3">
        {syncStrings.storageLimitBody}
      </p>
      {limitBytes !== null && keptBytes > limitBytes && (
        <p className="mt-2 rounded-control bg-warn-soft px-2 py-1.5 text-small text-warn">
          {syncStrings.storageKeptOver}
        </p>
      )}
      <button
        type="button"
        className="button mt-4"
        aria-describedby={`${id}-free-note`}
        disabled={freeableBytes === 0}
        onClick={() => change(client.storage.free.mutate(), syncStrings.freedNothingYet)}
      >
        {syncStrings.freeSpace}
      </button>
      <p id={`${id}-free-note`} className="mt-1 text-meta text-text-3">
        {freeableBytes === 0
          ? syncStrings.freeNothing
          : syncStrings.freeSpaceBody(fileSize(freeableBytes))}
      </p>
    </div>
  );
}
