import type { AttachmentService } from "@tidemark/core/attachment";
import type { AttachmentRecord, Caller } from "@tidemark/core/model";
import type { MemoService } from "@tidemark/core/memo";
import type { AppError, Page, PageRequest, Result } from "@tidemark/core";

/** Services of a server or a device that tools use, and the person for whom they act. */
export interface ToolPort {
  /** Its `device` is the name of the assistant, which the history of memos shows. */
  readonly caller: Caller;
  readonly memos: MemoService;
  readonly attachments: Pick<AttachmentService, "get" | "ofMemos" | "receive" | "create">;
  /** Opens the bytes from `start` to `end` of a file. Returns null if they aren't there. */
  openFile(
    file: AttachmentRecord,
    range: { readonly start: number; readonly end: number },
  ): Promise<AsyncIterable<Uint8Array> | null>;
  /** Opens a small version of a picture. Returns null if there is none. */
  openThumbnail(file: AttachmentRecord): Promise<AsyncIterable<Uint8Array> | null>;
  /** Lists the caller's saved views. */
  views(page: PageRequest): Promise<Result<Page<{ title: string; filter: string }>, AppError>>;
}
