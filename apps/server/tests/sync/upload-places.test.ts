import { afterAll, beforeAll } from "vitest";
import { openSharedFiles } from "../../src/cluster/index.ts";
import { openFiles } from "../../src/files/store/open-files.ts";
import type { LocalUploads } from "../../src/files/uploads/local-uploads.ts";
import { newBucket, type S3Service, startS3rver, useCredentials } from "../files/s3-services.ts";
import { describeUploads } from "./upload-suite.ts";

const weekMs = 8 * 24 * 60 * 60 * 1000;

describeUploads("on the disk of the one process", {
  openFilesOf: (folder, { nowMs }) => openFiles(folder, { nowMs }),
  async letWeekPass({ server }) {
    const { store } = server.services.files.uploads as LocalUploads;
    store.expirationPeriodInMilliseconds = 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  },
});

describeUploads("in a folder that processes share", {
  openFilesOf: (folder, { nowMs, database }) => openSharedFiles(folder, { nowMs, database }),
  async letWeekPass({ server }) {
    server.clock.nowMs += weekMs;
  },
});

let service: S3Service;
let credentials: Disposable;
beforeAll(async () => {
  service = await startS3rver();
  credentials = useCredentials(service);
});
afterAll(async () => {
  credentials[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

describeUploads("in a bucket", {
  openFilesOf: async (folder, { nowMs, database }) =>
    openSharedFiles(folder, { nowMs, database, s3: await newBucket(service) }),
  async letWeekPass({ server }) {
    server.clock.nowMs += weekMs;
  },
});
