import type { DeviceDatabase } from "@tidemark/core";
import type { AttachmentService } from "@tidemark/core/attachment";
import type { MemoDeps, MemoService } from "@tidemark/core/memo";
import type { Caller } from "@tidemark/core/model";

/** Profile that an import writes to, through the app's own services. */
export interface ImportTarget {
  readonly memoDeps: MemoDeps<DeviceDatabase>;
  readonly memos: MemoService;
  readonly attachments: AttachmentService;
  readonly caller: () => Promise<Caller>;
  /** Returns the maximum size of a file in the profile, in bytes. */
  readonly uploadBytes: () => number;
}
