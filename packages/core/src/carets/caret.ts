import { z } from "zod";

/** How long a caret stands that nobody renews, in ms. */
export const caretLifeMs = 15_000;

/** How often whoever shows a caret renews it, in ms. */
export const caretRenewMs = 5_000;

/** How long a caret waits at least for the one before it, in ms. */
export const caretGapMs = 200;

/** A Yjs relative position in base64. Only editors read it: to a server it is so many bytes. */
const placeSchema = z.base64().min(1).max(64);

/** A number that an editor goes by: the client id of its document. */
const sessionSchema = z.int().min(0);

export const caretSchema = z.object({
  /** Generation of the document that the places are in. */
  gen: z.int().min(1),
  anchor: placeSchema,
  head: placeSchema,
  /** Somebody wrote there just now. */
  isTyping: z.boolean(),
});

/** Where somebody is in a memo's text, and what they have selected. */
export type Caret = z.infer<typeof caretSchema>;

export const caretEditorSchema = z.object({
  memo: z.string().min(1).max(64),
  session: sessionSchema,
});

/** An editor that has a memo open. */
export type CaretEditor = z.infer<typeof caretEditorSchema>;

export const caretMoveSchema = caretEditorSchema.extend({
  /** null: nobody is there now, though the editor is open. */
  caret: caretSchema.nullable(),
});

export type CaretMove = z.infer<typeof caretMoveSchema>;

/** More editors of one memo than a server lets an account have. */
const maxOthers = 64;

const otherEditorSchema = z.object({
  session: sessionSchema,
  /** What its device is called; null: it is another window of this one. */
  device: z.string().max(100).nullable(),
  caret: caretSchema.nullable(),
});

/** Another editor that has the same memo open. */
export type OtherEditor = z.infer<typeof otherEditorSchema>;

export const otherEditorsSchema = z.array(otherEditorSchema).max(maxOthers);
