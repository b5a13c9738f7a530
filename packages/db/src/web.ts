export { openForeignBytes } from "./dialect/wasm/foreign-bytes.ts";
export { loadSqlite } from "./dialect/wasm/load-sqlite.ts";
export { wasmDriver, type WasmDriverOptions } from "./dialect/wasm/wasm-driver.ts";
export { type OpfsPool, openOpfsPool } from "./dialect/wasm/opfs-pool.ts";
