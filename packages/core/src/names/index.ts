export { browserName } from "./browser-name.ts";
export * from "./field-mask.ts";
export * from "./names.ts";
export { maxTypedCodeLength, pairingCodeInGroups, readPairingCode } from "./pairing-code.ts";
