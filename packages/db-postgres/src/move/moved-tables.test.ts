import { expect, test } from "vitest";
import type { CatalogueColumn, CatalogueTable } from "./catalogue.ts";
import { movedTables } from "./moved-tables.ts";

function column(name: string, more: Partial<CatalogueColumn> = {}): CatalogueColumn {
  const plain = { type: "text", isNullable: false, isGenerated: false, isNumbered: false };
  return { name, ...plain, keyPlace: null, ...more };
}

const source: readonly CatalogueTable[] = [
  {
    name: "thing",
    columns: [
      column("b", { keyPlace: 2 }),
      column("a", { keyPlace: 1 }),
      column("n", { isGenerated: true }),
    ],
  },
  { name: "outbox", columns: [column("n")] },
];

test("a table is moved with its written columns in the target's types, ordered by its key", () => {
  const target = [
    { name: "thing", columns: [column("a", { type: "bigint" }), column("b")] },
    { name: "only_here", columns: [column("x")] },
  ];
  expect(movedTables(source, target)).toEqual([
    {
      name: "thing",
      columns: [
        { name: "b", type: "text" },
        { name: "a", type: "bigint" },
      ],
      key: ["a", "b"],
      numbered: null,
      where: "TRUE",
    },
  ]);
});

test("tables and columns missing on one side are never skipped silently", () => {
  expect(() => movedTables(source, [])).toThrow("no table thing");
  expect(() => movedTables(source, [{ name: "thing", columns: [column("a")] }])).toThrow("thing.b");
  const more = [{ name: "thing", columns: [column("a"), column("b"), column("c")] }];
  expect(() => movedTables(source, more)).toThrow("has more of thing");
});
