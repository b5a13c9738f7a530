import type { Migration } from "../migration.ts";

/** Index to find applied operations by their payload in any stream (R6). */
export const resultsByPayload: Migration = {
  version: 24,
  name: "results of operations by payload",
  up: (connection) => {
    connection.exec("CREATE INDEX op_result_by_payload ON op_result (payload_hash)");
  },
};
