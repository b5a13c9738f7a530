import { fromBase64, toBase64 } from "../bytes/base64.ts";
import type { TextState } from "../model/memo.ts";
import type { WireText } from "./memo-op.ts";
import type { MemoText } from "../text/memo-text.ts";

export function textToWire({ content, text }: MemoText): WireText {
  return text.state === null
    ? { gen: text.gen, content }
    : { gen: text.gen, content, state: toBase64(text.state) };
}

export function wireToText(wire: WireText): TextState {
  return { gen: wire.gen, state: wire.state === undefined ? null : fromBase64(wire.state) };
}
