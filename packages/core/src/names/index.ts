export * from "./field-mask.ts";
export * from "./names.ts";
export { maxTypedCodeLength, pairingCodeInGroups, readPairingCode } from "./pairing-code.ts";
