declare module "s3rver" {
  import type { AddressInfo } from "node:net";

  /** S3 server that stores files in `directory`. Both keys are `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
