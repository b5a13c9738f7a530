export {
  createDebug,
  type Debug,
  type DebugFacts,
  type DebugNamespace,
  debugNamespaces,
  isListenedTo,
  listenToDebug,
} from "./debug.ts";
