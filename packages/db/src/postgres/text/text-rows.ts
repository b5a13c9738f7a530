import { foldText } from "@tidemark/core/filter";
import type { TextWriter } from "../../text-index/text-writer.ts";
import type { PostgresConnection } from "../connection/postgres-connection.ts";

/** Writes `memo_text` within the transaction of a connection; statements are sent at once. */
export function createTextRows(connection: PostgresConnection): TextWriter {
  return {
    put: (pk, content) => {
      if (content === null) connection.send(removing, [pk]);
      else connection.send(putting, [pk, foldText(content)]);
    },
    flush: () => connection.settle(),
  };
}

const putting = `
INSERT INTO memo_text (memo_pk, creator, folded, words)
  SELECT pk, creator, CAST($2 AS text), '' FROM memo WHERE pk = $1
  ON CONFLICT (creator, memo_pk) DO UPDATE SET folded = excluded.folded, words = excluded.words`;

const removing = `
DELETE FROM memo_text AS t USING memo AS m
  WHERE m.pk = $1 AND t.creator = m.creator AND t.memo_pk = m.pk`;
