import { foldText } from "@tidemark/core/filter";
import {
  joinSql,
  number,
  rowOf,
  selectRows,
  type SqlFragment,
  sqlText,
  text,
  type TextReaders,
  type TextSearch,
} from "@tidemark/db/engine";
import { isLike, likePattern, partsOf } from "./indexed-parts.ts";
import { postgresFilter } from "./postgres-filter.ts";
import { hasPhrases, phrasesOf, unsureQuery, wordQuery } from "./word-vector.ts";

const pkRow = rowOf({ pk: number });
const namedRow = rowOf({ id: text });
const sizeRow = rowOf({ pk: number, characters: number });

/** Creator under which `memo_text` stores shared texts again. */
export const sharedTexts = "";

/** Number of the newest memos of other users to scan if no index helps. */
const maxScanned = 200_000;

/**
 * Limits for common words, those in at least `isCommon` of the newest `looked` texts. Their hits are searched
 * in the newest `walked` texts, read one by one: the index would return all hits, unsorted.
 */
const common = { looked: 200, isCommon: 20, walked: 20_000 };

/**
 * Maximum number of hits to look for. Each is read to verify it, and an ordered scan for a more common text
 * soon fills a page.
 */
const maxHits = 1200;

/**
 * Text search of PostgreSQL over `memo_text`: a user's own texts are one range of its indexes, shared ones
 * another.
 */
export const postgresTexts: TextSearch = {
  findHits: async (db, needles, readers, most) => {
    const known = needles.map(partsOf);
    const parts = known.flatMap((one) => one.parts);
    if (!parts.some(hasTrigram)) return null;
    const limit = Math.min(most, maxHits);
    const having = parts.map(readers.all ? isLikeUnplanned : isLike);
    const areExact = known.every((one) => one.areExact);
    const found = await Promise.all(
      stretchesOf(readers).map((stretch) => {
        const where = joinSql([stretch, ...having], " AND ");
        const query = `SELECT memo_pk AS pk FROM memo_text WHERE ${where.sql} LIMIT ?`;
        return selectRows(db, sqlText(query, ...where.parameters, limit + 1), pkRow);
      }),
    );
    const pks = new Set(found.flat().map(({ pk }) => pk));
    return pks.size > limit ? null : { pks: [...pks], areExact };
  },
  // The index returns hits unsorted.
  walkHits: async () => null,
  rankWords: (words, readers, isNarrowed) => {
    const { phrases, isStart } = phrasesOf(words);
    if (phrases.length === 0) return null;
    const asked = wordQuery(phrases, isStart);
    const has = sqlText("words @@ CAST(? AS tsquery)", asked);
    const ofOne = (creator: string): SqlFragment =>
      isNarrowed ? indexedHits(creator, has) : newestHits(creator, has);
    return {
      ...hitsAmong(readers, ofOne),
      kept: sqlText("m.reader AS creator"),
      joined: wordsOfNewest(readers),
      // Normalizes by length: the same words mean less in a long text.
      score: sqlText("ts_rank(words, CAST(? AS tsquery), 1)", asked),
      doubt: {
        isUnsure: sqlText(
          "CASE WHEN words @@ CAST(? AS tsquery) THEN 1 ELSE 0 END",
          unsureQuery(phrases),
        ),
        isHit: (content) => hasPhrases(content, phrases, isStart),
      },
    };
  },
  findParts: async (_db, { runs, words }, readers) => {
    const parts = [...runs, ...words].flatMap(partsInIndex);
    const having = parts.map(isLike);
    const isIndexed = parts.some(hasTrigram);
    const newer = sqlText("memo_pk > (SELECT max(pk) FROM memo) - ?", maxScanned);
    const { from, where } = hitsAmong(readers, (creator) =>
      indexedHits(creator, ...having, ...(creator === sharedTexts && !isIndexed ? [newer] : [])),
    );
    const asTheyAre = runs.map((run) => sqlText("strpos(m.content, ?) > 0", run));
    const inAnyCase = words.map((word) =>
      postgresFilter.hasFolded("contains", sqlText("m.content"), foldText(word)),
    );
    return { from, where: joinSql([where, ...asTheyAre, ...inAnyCase], " AND ") };
  },
  findTexts: (db, needle, limit) =>
    selectRows(
      db,
      sqlText(
        `SELECT m.pk, octet_length(m.content) AS characters
           FROM memo_text AS t JOIN memo AS m ON m.pk = t.memo_pk
           WHERE t.creator <> '${sharedTexts}' AND t.folded LIKE (SELECT CAST(? AS text))
             AND strpos(m.content, ?) > 0 LIMIT ?`,
        likePattern(longest(partsInIndex(needle))),
        needle,
        limit,
      ),
      sizeRow,
    ),
  findNamed: async (db, ids, before) => {
    const asked = ids.map((id) => ({
      id,
      pattern: likePattern(longest(partsInIndex(before + id))),
    }));
    const rows = await selectRows(
      db,
      sqlText(
        `SELECT a.id FROM json_to_recordset(CAST(? AS json)) AS a (id text, pattern text)
           WHERE EXISTS (
             SELECT 1 FROM memo_text AS t JOIN memo AS m ON m.pk = t.memo_pk
               WHERE t.creator <> '${sharedTexts}' AND t.folded LIKE a.pattern
                 AND m.content ~ (CAST(? AS text) || a.id || '([^a-zA-Z0-9-]|$)'))`,
        JSON.stringify(asked),
        before,
      ),
      namedRow,
    );
    return rows.map(({ id }) => id);
  },
  asksIndex: ({ sql }) => sql.includes("memo_text"),
};

function partsInIndex(text: string): readonly string[] {
  return partsOf({ op: "contains", text: foldText(text) }).parts;
}

function longest(parts: readonly string[]): string {
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/**
 * Returns whether the index has a trigram of a text: it has those of words, including at their ends. A text
 * without one would be searched for in every row.
 */
function hasTrigram(needle: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(needle);
}

/**
 * Returns the same condition for a query over all ranges, which would otherwise plan with the needle for each
 * of them.
 */
function isLikeUnplanned(needle: string): SqlFragment {
  return sqlText("folded LIKE (SELECT CAST(? AS text))", likePattern(needle));
}

function stretchesOf({ user, all }: TextReaders): SqlFragment[] {
  if (all) return [sqlText("creator <> ?", sharedTexts)];
  const shared = sqlText("creator = ?", sharedTexts);
  return user === null ? [shared] : [sqlText("creator = ?", user), shared];
}

function indexedHits(creator: string, ...having: readonly SqlFragment[]): SqlFragment {
  const ofCreator = sqlText("SELECT memo_pk, creator FROM memo_text WHERE creator = ?", creator);
  return joinSql([ofCreator, ...having], " AND ");
}

/**
 * Returns a union of two halves, of which only one runs, depending on how many of the newest texts match.
 */
function newestHits(creator: string, has: SqlFragment): SqlFragment {
  const newest = (columns: string, limit: number): SqlFragment =>
    sqlText(
      `SELECT ${columns} FROM memo_text WHERE creator = ? ORDER BY memo_pk DESC LIMIT ${limit}`,
      creator,
    );
  const looked = newest("words", common.looked);
  const isCommon: SqlFragment = {
    sql: `(SELECT count(*) FROM (${looked.sql}) AS looked WHERE ${has.sql}) >= ${common.isCommon}`,
    parameters: [...looked.parameters, ...has.parameters],
  };
  const walked = newest("memo_pk, creator, words", common.walked);
  const walk: SqlFragment = {
    sql: `SELECT memo_pk, creator FROM (${walked.sql}) AS walked WHERE ${has.sql} AND ${isCommon.sql}`,
    parameters: [...walked.parameters, ...has.parameters, ...isCommon.parameters],
  };
  const isRare: SqlFragment = { ...isCommon, sql: `NOT (${isCommon.sql})` };
  return joinSql([walk, indexedHits(creator, has, isRare)], " UNION ALL ");
}

/**
 * Returns a join for the words of the rows to be scored: sorting all hits would move the words of each one.
 */
function wordsOfNewest({ user }: TextReaders): SqlFragment {
  const ofOne = (creator: string): SqlFragment =>
    sqlText(
      "SELECT words FROM memo_text WHERE creator = ? AND memo_pk = newest.pk AND newest.creator = ?",
      creator,
      creator,
    );
  const creators = user === null ? [sharedTexts] : [user, sharedTexts];
  const either = joinSql(creators.map(ofOne), " UNION ALL ");
  return { ...either, sql: `JOIN LATERAL (${either.sql}) AS kept ON TRUE` };
}

/** Columns of memos that searches use, for read access and ranking. */
const memoColumns = ["creator", "parent", "state", "deleted", "visibility", "space", "content"];

/**
 * Returns memos `m` that readers may see, by their texts, each once, newest first. Finds hits before reading
 * any memo, and each memo by number. PostgreSQL considers conditions without statistics (on a newly filled
 * table) so rare that it would scan all hits for each memo.
 */
function hitsAmong(
  { user }: TextReaders,
  stretch: (creator: string) => SqlFragment,
): { readonly from: SqlFragment; readonly where: SqlFragment } {
  const stretches = [...(user === null ? [] : [stretch(user)]), stretch(sharedTexts)];
  const hits = joinSql(stretches, " UNION ALL ");
  const columns = memoColumns.map((column) => `memo.${column}`).join(", ");
  return {
    from: {
      ...hits,
      sql: `(SELECT hit.memo_pk AS pk, hit.creator AS reader, ${columns}
        FROM (SELECT memo_pk, creator FROM (${hits.sql}) AS found ORDER BY memo_pk DESC) AS hit
        JOIN LATERAL (SELECT * FROM memo WHERE pk = hit.memo_pk OFFSET 0) AS memo ON TRUE) AS m`,
    },
    where:
      user === null
        ? sqlText("1 = 1")
        : // A user's own shared texts are found under their own name.
          sqlText(`(m.reader <> '${sharedTexts}' OR m.creator <> ?)`, user),
  };
}
