import { parseJson } from "@tidemark/core";
import { z } from "zod";

/** Metadata of a page in its JSON-LD; "" where there is none. */
export interface LinkedData {
  readonly title: string;
  readonly description: string;
  readonly image: string;
}

const maxNodes = 50;

/** Types that describe a page; a site, a person or a list of links on it doesn't describe the page. */
const pageKinds =
  /(?:Article|Posting|Report|Page|Product|Recipe|Event|Movie|Book|Course|VideoObject|Podcast\w*|Review|SoftwareApplication|CreativeWork|Dataset|HowTo|Place|LocalBusiness)$/;

const text = z.string().catch("");
const kindSchema = z.union([z.string().transform((one) => [one]), z.array(text)]).catch([]);
const pictureSchema = z.union([
  z.string(),
  z.object({ url: z.string() }).transform(({ url }) => url),
]);
const nodeSchema = z.object({
  "@type": kindSchema,
  headline: text,
  name: text,
  description: text,
  image: z.union([pictureSchema, z.array(z.unknown()).transform(firstPicture)]).catch(""),
});
const rootSchema = z.union([
  z.object({ "@graph": z.array(z.unknown()) }).transform((root) => root["@graph"]),
  z.array(z.unknown()),
  z.unknown().transform((root) => [root]),
]);

/**
 * Reads blocks of JSON-LD and skips those that aren't JSON. The first non-empty value of each field is used.
 */
export function readLinkedData(blocks: readonly string[]): LinkedData {
  const nodes = blocks.flatMap(readNodes);
  const first = (of: (node: z.infer<typeof nodeSchema>) => string): string =>
    nodes.map(of).find((each) => each.trim() !== "") ?? "";
  return {
    title: first(({ headline, name }) => headline.trim() || name),
    description: first(({ description }) => description),
    image: first(({ image }) => image),
  };
}

function readNodes(block: string): z.infer<typeof nodeSchema>[] {
  let root: unknown;
  try {
    root = parseJson(z.unknown(), block);
  } catch {
    return [];
  }
  return rootSchema
    .parse(root)
    .slice(0, maxNodes)
    .flatMap((each) => nodeSchema.safeParse(each).data ?? [])
    .filter((node) => node["@type"].some((kind) => pageKinds.test(kind)));
}

function firstPicture(pictures: readonly unknown[]): string {
  return pictureSchema.safeParse(pictures[0]).data ?? "";
}
