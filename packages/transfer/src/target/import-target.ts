import type { DeviceDatabase } from "@tidemark/core";
import type { AttachmentService } from "@tidemark/core/attachment";
import type { MemoDeps, MemoService } from "@tidemark/core/memo";
import type { Caller } from "@tidemark/core/model";

/** The profile that an import goes into: the services that the app itself writes with. */
export interface ImportTarget {
  readonly memoDeps: MemoDeps<DeviceDatabase>;
  readonly memos: MemoService;
  readonly attachments: AttachmentService;
  readonly caller: () => Promise<Caller>;
  /** Largest file that the profile takes. */
  readonly uploadBytes: () => number;
}
