import { invalidField } from "@tidemark/core";
import type { ProfileTransfer, TransferParts } from "@tidemark/replica";
import {
  createDownloads,
  createTransferJobs,
  readTree,
  type SourceHost,
  type TransferSources,
} from "@tidemark/transfer";
import { openBlobScratch, openFiles, openZipBody } from "@tidemark/transfer/web";
import { readDatabase, type TransferMachine } from "./read-database.ts";
import type { Stages } from "./stages.ts";

/** Imports memos into the profile of this browser, and exports its memos. */
export function openWebTransfer(
  { services, onChange, log }: TransferParts,
  { machine, stages }: { readonly machine: TransferMachine; readonly stages: Stages },
): ProfileTransfer {
  const host: SourceHost = {
    openScratch: openBlobScratch,
    openDatabase: (tree, path) => readDatabase(tree, path, machine.openForeign),
  };
  const downloads = createDownloads({ target: services, openPipe: openZipBody, onChange, log });
  const jobs = createTransferJobs({
    target: services,
    sources: sourcesOf(stages, host),
    // Calls of pages are answered between two batches.
    pause: machine.pause,
    newId: services.memoDeps.newId,
    onChange,
    log,
  });
  return {
    app: {
      ...jobs,
      state: async () => ({ job: jobs.view(), export: downloads.view() }),
      rows: async (outcome) => jobs.rows(outcome),
      run: async (folders) => jobs.run(folders),
    },
    files: (request) => downloads.answer(request),
    async [Symbol.asyncDispose]() {
      const downloaded = downloads[Symbol.asyncDispose]();
      await jobs[Symbol.asyncDispose]();
      await downloaded;
    },
  };
}

function sourcesOf(stages: Stages, host: SourceHost): TransferSources {
  return {
    refuse: (from) =>
      "staged" in from
        ? null
        : invalidField("from", "a page of a browser sends what is to be read"),
    take: async (stage) => stages.files(stage) !== null,
    async open(from, { user, signal }) {
      const files = "staged" in from ? stages.files(from.staged) : null;
      if (files === null) throw new Error("the files are gone");
      const tree = await openFiles(files, { openScratch: host.openScratch, signal });
      return readTree(tree, { ...host, user, signal });
    },
    remove: async (stage) => stages.remove(stage),
  };
}
