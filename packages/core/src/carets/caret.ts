import { z } from "zod";

/** Lifetime of a caret that isn't renewed, in ms. */
export const caretLifeMs = 15_000;

/** Interval at which an editor renews its caret, in ms. */
export const caretRenewMs = 5_000;

/** Minimum interval between two carets of an editor, in ms. */
export const caretGapMs = 200;

/** Yjs relative position in base64. Only editors decode it; to a server it is opaque. */
const placeSchema = z.base64().min(1).max(64);

/** Number of an editor: the client id of its document. */
const sessionSchema = z.int().min(0);

export const caretSchema = z.object({
  /** Generation of the document that the positions refer to. */
  gen: z.int().min(1),
  anchor: placeSchema,
  head: placeSchema,
  /** True if the user has just typed there. */
  isTyping: z.boolean(),
});

/** Position of a user in a memo's text, with the selection. */
export type Caret = z.infer<typeof caretSchema>;

export const caretEditorSchema = z.object({
  memo: z.string().min(1).max(64),
  session: sessionSchema,
});

/** Editor that has a memo open. */
export type CaretEditor = z.infer<typeof caretEditorSchema>;

export const caretMoveSchema = caretEditorSchema.extend({
  /** `null` if the user is away, although the editor is open. */
  caret: caretSchema.nullable(),
});

export type CaretMove = z.infer<typeof caretMoveSchema>;

/** Maximum number of other editors; more than a server allows per account. */
const maxOthers = 64;

const otherEditorSchema = z.object({
  session: sessionSchema,
  /** Name of its device; `null` for another window of this device. */
  device: z.string().max(100).nullable(),
  caret: caretSchema.nullable(),
});

/** Another editor that has the same memo open. */
export type OtherEditor = z.infer<typeof otherEditorSchema>;

export const otherEditorsSchema = z.array(otherEditorSchema).max(maxOthers);
