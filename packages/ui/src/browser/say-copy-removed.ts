import { useFeedback } from "../feedback/feedback.ts";
import { browserStrings } from "./strings.ts";

/** Says that the browser has removed its copy of the memos, which the server sends again. */
export function sayCopyRemoved(): void {
  useFeedback.getState().offer(browserStrings.removed, null, "");
}
