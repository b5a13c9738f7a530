import { z } from "zod";
import { isAccelerator } from "./accelerator.ts";

export const shellSettingsSchema = z.object({
  shortcut: z.string().refine(isAccelerator).nullable(),
  closing: z.enum(["ask", "tray", "quit"]),
});

const memoId = z.string().regex(/^[\w-]{1,64}$/);

/** Schema of the requests that main accepts from a page. */
export const shellRequestSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("watch"), isCapture: z.boolean() }),
  z.object({ type: z.literal("set"), settings: shellSettingsSchema.partial() }),
  z.object({ type: z.literal("start-at-login"), isOn: z.boolean() }),
  z.object({ type: z.literal("try-shortcut"), isOn: z.boolean() }),
  z.object({ type: z.literal("capture-height"), height: z.number().min(0).max(10_000) }),
  z.object({ type: z.literal("hide-capture") }),
  z.object({ type: z.literal("open-memo"), id: memoId.nullable() }),
  z.object({ type: z.literal("look-for-updates") }),
  z.object({ type: z.literal("install-update") }),
  z.object({ type: z.literal("report") }),
  z.object({ type: z.literal("show-logs") }),
  z.object({ type: z.literal("refused"), act: z.enum(["again", "show-folder", "quit"]) }),
  z.object({ type: z.literal("restore-copy"), name: z.string().max(300) }),
  z.object({
    type: z.literal("tray"),
    content: z.object({
      recent: z.array(z.object({ id: memoId, title: z.string().max(200) })).max(10),
      sync: z.enum(["on", "paused"]).nullable(),
    }),
  }),
]);
