export { AccessTokens } from "./access-tokens.tsx";
export { Assistants } from "./assistants.tsx";
export { programStrings } from "./strings.ts";
export { Transcription } from "./transcription.tsx";
export { Webhooks } from "./webhooks.tsx";
