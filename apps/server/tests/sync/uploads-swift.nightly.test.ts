import { afterAll, beforeAll } from "vitest";
import { startSwift, type TestSwift } from "../../../../scripts/swift/start-swift.ts";
import { openSharedFiles } from "../../src/cluster/index.ts";
import { newBucket, useCredentials } from "../files/s3-services.ts";
import { describeUploads } from "./upload-suite.ts";

let service: TestSwift;
let credentials: Disposable;
beforeAll(async () => {
  service = await startSwift();
  credentials = useCredentials(service);
}, 300_000);
afterAll(async () => {
  credentials[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

describeUploads("in a bucket of Swift", {
  openFilesOf: async (folder, { nowMs, database }) =>
    openSharedFiles(folder, { nowMs, database, s3: await newBucket(service) }),
  async letWeekPass({ server }) {
    server.clock.nowMs += 8 * 24 * 60 * 60 * 1000;
  },
});
