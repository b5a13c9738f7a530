import type { Mutant } from "./mutant.ts";

/** Bugs in the transfer of files, on device and server. */
export const fileMutants: readonly Mutant[] = [
  {
    name: "link-before-blob",
    bug: "The device tells of a file before its content is sent, and the server does not ask for it.",
    edits: [
      {
        file: "packages/core/src/sync/device/outbox/assert-whole.ts",
        find: "  if (sha256 === null) {",
        become: `  await enqueueOp(stores, attachmentToPut(file), atMs);
  if (sha256 === null) {`,
      },
      {
        file: "packages/core/src/sync/server/kinds/server-attachments.ts",
        find: '  if (op.externalLink !== "") return err("invalid");',
        become: "  return ok(own);",
      },
    ],
  },
  {
    name: "blob-unverified",
    bug: "The server keeps content that is not what was declared.",
    edits: [
      {
        file: "packages/core/src/attachment/blob-uploads.ts",
        find: "if (!isWhole) {",
        become: "if (false) {",
      },
    ],
  },
  {
    name: "download-unverified",
    bug: "The device keeps content that is not what was asked for.",
    edits: [
      {
        file: "packages/core/src/sync/device/blob-sync.ts",
        find: 'if ((await blob.sha256()) !== sha256) return err("wrong-content");',
        become: "",
      },
    ],
  },
  {
    name: "late-download-stays",
    bug: "Content that was taken from its user while it came stays on the device.",
    edits: [
      {
        file: "packages/core/src/sync/device/blob-sync.ts",
        find: "else await stores.blobMarks.sweepSoon(sha256);",
        become: "",
      },
    ],
  },
];
