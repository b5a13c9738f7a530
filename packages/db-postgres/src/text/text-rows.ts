import { foldLetters } from "@tidemark/core/filter";
import type { TextWriter } from "@tidemark/db/engine";
import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { sharedTexts } from "../search/postgres-texts.ts";
import { wordVector } from "../search/word-vector.ts";

/** Creates a writer of `memo_text` in the transaction of a connection; sends statements at once. */
export function createTextRows(connection: PostgresConnection): TextWriter {
  const { send } = connection;
  return {
    put: (pk, content, { place, isIndexed, formerPlace }) => {
      if (content === null) {
        send(removing, [pk, place.creator]);
        send(removing, [pk, sharedTexts]);
        return;
      }
      if (formerPlace !== undefined && formerPlace.creator !== place.creator) {
        send(removing, [pk, formerPlace.creator]);
      }
      send(putting, [pk, place.creator, foldLetters(content, "bare"), wordVector(content)]);
      if (place.isShared) send(sharing, [pk, place.creator]);
      else if (isIndexed && formerPlace?.isShared !== false) send(removing, [pk, sharedTexts]);
    },
    renameCreator: (from, to) => {
      send("UPDATE memo_text SET creator = $2 WHERE creator = $1", [from, to]);
    },
    // Used on devices only.
    defer: () => {},
    indexLate: () => false,
    flush: () => connection.settle(),
  };
}

const replacing =
  "ON CONFLICT (creator, memo_pk) DO UPDATE SET folded = excluded.folded, words = excluded.words";

const putting = `
INSERT INTO memo_text (memo_pk, creator, folded, words)
  VALUES ($1, $2, $3, CAST($4 AS text)::tsvector) ${replacing}`;

const sharing = `
INSERT INTO memo_text (memo_pk, creator, folded, words)
  SELECT memo_pk, '${sharedTexts}', folded, words FROM memo_text WHERE memo_pk = $1 AND creator = $2
  ${replacing}`;

const removing = "DELETE FROM memo_text WHERE memo_pk = $1 AND creator = $2";
