import type { CountAnswer, CountReport, RequestCounts } from "@tidemark/core";
import type { Ask } from "./limit-clients.ts";
import { limitKey } from "./limit-key.ts";
import { nowMs } from "./now-ms.ts";

/**
 * One row and one statement: callers with the same key wait only for its end. Reports about an expired window
 * aren't counted in the next one. A block is half of what may be held, which leaves some for later processes.
 * It is also at most half of the rest of the limit, so blocks shrink towards its end.
 */
const askRow = `
INSERT INTO request_count AS row (key, ends_ms, used, held, admitted, block)
VALUES ($1, ${nowMs} + $3::bigint, least($4::bigint, $2::bigint), ${blockOf("0", "least($4::bigint, $2::bigint)")},
  least($4::bigint, $2::bigint), ${blockOf("0", "least($4::bigint, $2::bigint)")})
ON CONFLICT (key) DO UPDATE SET (ends_ms, used, held, admitted, block) = (
  SELECT standing.ends_ms, standing.used + come.admitted, standing.held + given.block, come.admitted, given.block
  FROM (
    SELECT row.ends_ms > ${nowMs} AND row.ends_ms <= ${nowMs} + $3::bigint AS is_open
  ) AS seen
  CROSS JOIN LATERAL (
    SELECT
      CASE WHEN is_open THEN row.ends_ms ELSE ${nowMs} + $3::bigint END AS ends_ms,
      CASE WHEN NOT is_open THEN 0 WHEN row.ends_ms = $5::bigint THEN row.used + $6::bigint
        ELSE row.used END AS used,
      CASE WHEN NOT is_open THEN 0 WHEN row.ends_ms = $5::bigint THEN greatest(row.held - $7::bigint, 0)
        ELSE row.held END AS held
  ) AS standing
  CROSS JOIN LATERAL (
    SELECT greatest(least($4::bigint, $2::bigint - standing.used), 0) AS admitted
  ) AS come
  CROSS JOIN LATERAL (
    SELECT ${blockOf("standing.held", "standing.used + come.admitted")} AS block
  ) AS given
)
RETURNING ends_ms, ends_ms - ${nowMs} AS left_ms, used, admitted, block`;

function blockOf(held: string, used: string): string {
  return `greatest(least($2::bigint / 5 - ${held}, $2::bigint - (${used}) - ${held}) / 2, 0)`;
}

const settleRow = `
UPDATE request_count SET used = used + $3::bigint, held = greatest(held - $4::bigint, 0)
WHERE key = $1 AND ends_ms = $2::bigint`;

interface Row {
  readonly ends_ms: number;
  readonly left_ms: number;
  readonly used: number;
  readonly admitted: number;
  readonly block: number;
}

const nothing: CountReport = { window: 0, used: 0, freed: 0 };

export function createRequestRows(ask: Ask): RequestCounts {
  return {
    async ask({ key, max, windowMs, want, report }): Promise<CountAnswer> {
      const { window, used, freed } = report ?? nothing;
      const values = [limitKey(key), max, windowMs, want, window, used, freed];
      const { rows } = await ask(askRow, values);
      const [row] = rows as readonly Row[];
      if (row === undefined) throw new Error("a count gave no row");
      return {
        window: row.ends_ms,
        leftMs: row.left_ms,
        used: row.used,
        admitted: row.admitted,
        block: row.block,
      };
    },
    async settle(key, { window, used, freed }) {
      await ask(settleRow, [limitKey(key), window, used, freed]);
    },
  };
}
