import type { Suite } from "../suite.ts";
import { bulk } from "./bulk.ts";
import { contains } from "./contains.ts";
import { counts } from "./counts.ts";
import { filter } from "./filter.ts";
import { floor } from "./floor.ts";
import { http } from "./http.ts";
import { library } from "./library.ts";
import { list } from "./list.ts";
import { paging } from "./paging.ts";
import { ranked } from "./ranked.ts";
import { renaming } from "./renaming.ts";
import { search } from "./search.ts";
import { slowFilters } from "./slow-filters.ts";
import { sync } from "./sync.ts";
import { tags } from "./tags.ts";
import { typing } from "./typing.ts";
import { ui } from "./ui.ts";
import { web } from "./web.ts";
import { write } from "./write.ts";

/** All suites in running order. */
export const suites: readonly Suite[] = [
  list,
  tags,
  contains,
  counts,
  paging,
  write,
  typing,
  renaming,
  bulk,
  filter,
  search,
  ranked,
  slowFilters,
  library,
  ui,
  http,
  floor,
  sync,
  web,
];
