export { loadSqlite } from "./dialect/wasm/load-sqlite.ts";
export { wasmDriver, type WasmDriverOptions } from "./dialect/wasm/wasm-driver.ts";
