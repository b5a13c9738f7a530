import { describe, expect, test } from "vitest";
import { createPageBytesReader } from "./read-page.ts";

type Said = Partial<Record<"title" | "description" | "image", string>>;

/** Reads a page in pieces and returns its metadata. */
function read(page: string | Uint8Array, type = "text/html"): Said {
  const bytes = typeof page === "string" ? Buffer.from(page) : Buffer.from(page);
  const [whole, ...others] = [bytes.length, bytes.length < 10_000 ? 1 : 1000, 7000].map((size) => {
    const reader = createPageBytesReader(type);
    for (let at = 0; at < bytes.length; at += size) {
      if (reader.write(bytes.subarray(at, at + size))) break;
    }
    return reader.metadata("https://host.example/x/y");
  });
  for (const other of others) expect(other).toEqual(whole);
  return whole ?? {};
}

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))),
  );
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
const title = (text: string): string => `<title>${text}</title>`;
const sjis = [0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9];
const utf8Bom = [0xef, 0xbb, 0xbf];
const utf16 = Buffer.from(`<html>${title("héllo")}`, "utf16le");

describe("the charset of a page", () => {
  test.each<[string, Uint8Array | string, string, string]>([
    ["is UTF-8 by default", title("héllo ž"), "text/html", "héllo ž"],
    [
      "is windows-1252 where UTF-8 doesn't fit",
      latin1(title("caf\xe9 \x80")),
      "text/html",
      "café €",
    ],
    ["is named by the header", latin1(title("\xcf\xf0")), "text/html;charset=windows-1251", "Пр"],
    [
      "is named with blanks and quotes",
      latin1(title("\xcf\xf0")),
      'text/html; charset = "windows-1251"',
      "Пр",
    ],
    [
      "in the header wins over a meta",
      `<meta charset=windows-1251>${title("é")}`,
      "text/html; charset=UTF8",
      "é",
    ],
    [
      "in the header counts for nothing where nobody knows it",
      latin1(`<meta charset=windows-1251>${title("\xcf")}`),
      "text/html; charset=none",
      "П",
    ],
    [
      "by its mark wins over the header and the page",
      bytes(utf8Bom, `<meta charset="iso-8859-1">${title("héllo")}`),
      "text/html; charset=iso-8859-1",
      "héllo",
    ],
    ["by its mark is UTF-16, little-endian", bytes([0xff, 0xfe], [...utf16]), "text/html", "héllo"],
    [
      "by its mark is UTF-16, big-endian",
      bytes([0xfe, 0xff], [...Buffer.from(utf16).swap16()]),
      "text/html",
      "héllo",
    ],
    [
      "in a meta is iso-8859-1",
      latin1(`<meta charset=iso-8859-1>${title("Fl\xf6he")}`),
      "text/html",
      "Flöhe",
    ],
    [
      "in a meta may come late",
      bytes(`<!--${"x".repeat(3000)}--><meta charset="shift_jis"><title>`, sjis, "</title>"),
      "text/html",
      "こんに",
    ],
    [
      "in a meta may come behind its title",
      latin1(
        `<head>${title("\xcf\xf0")}<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">`,
      ),
      "text/html",
      "Пр",
    ],
    ["in a meta is not UTF-16", `<meta charset="utf-16le">${title("é")}`, "text/html", "é"],
    [
      "in a comment or script is none",
      `<!--<meta charset=windows-1251>--><script>"<meta charset=koi8-r>"</script>${title("é")}`,
      "text/html",
      "é",
    ],
    [
      "is named by an XML declaration",
      latin1(`<?xml version="1.0" encoding="windows-1251"?><html><head>${title("\xcf")}`),
      "application/xhtml+xml",
      "П",
    ],
  ])("%s", (_, page, type, expected) => expect(read(page, type).title).toBe(expected));
});

describe("what a page says of itself", () => {
  test.each<[string, string, Said]>([
    [
      "is streamed into the body",
      `<head><meta charset=utf-8></head><body><main>text</main><svg><title>icon</title></svg>
       <div hidden>${title("Tide tables")}<meta name="description" content="When the sea comes">
       <meta property="og:image" content="/o.png"></div><p>more</p>${title("other")}`,
      {
        title: "Tide tables",
        description: "When the sea comes",
        image: "https://host.example/o.png",
      },
    ],
    [
      "comes after an element that no head holds",
      `<head><div class=x></div>${title("After")}</head>`,
      { title: "After" },
    ],
    [
      "comes before such an element, and goes on",
      `<head>${title("t")}<div></div><meta name=description content=d></head>`,
      { title: "t", description: "d" },
    ],
    [
      "ends with a head that has a title",
      `<head>${title("t")}</head><meta name=description content=no>`,
      { title: "t", description: "" },
    ],
    [
      "comes after a long script",
      `<head><script>${"x".repeat(700_000)}</script>${title("after")}`,
      { title: "after" },
    ],
    [
      "comes after a wrapper that is never closed",
      `<head><noscript><img></head><body><h1>x</h1>${title("t")}`,
      { title: "t" },
    ],
    [
      "is not in templates and pictures",
      `<template>${title("no")}</template><svg/>${title("yes")}`,
      { title: "yes" },
    ],
    [
      "is relative to its base",
      `<head><meta property="og:image" content="i.png"><base href="https://cdn.example/a/"><base href="/b/">`,
      { image: "https://cdn.example/a/i.png" },
    ],
    [
      "is relative to its address where the base is no place on the web",
      `<base href="data:text/plain,x"><meta property="og:image" content="i.png">`,
      { image: "https://host.example/x/i.png" },
    ],
    [
      "has a secure picture",
      `<meta property="og:image:secure_url" content="https://x.example/i.png">`,
      { image: "https://x.example/i.png" },
    ],
    [
      "has a picture of twitter's",
      `<meta name="twitter:image:src" content="/i.png">`,
      { image: "https://host.example/i.png" },
    ],
    [
      "has a picture in a link",
      `<link rel="IMAGE_SRC other" href="/i.png">`,
      { image: "https://host.example/i.png" },
    ],
    [
      "has the first picture that is on the web",
      `<meta property="og:image" content="data:image/png;base64,AA"><meta property="og:image" content="/2.png">`,
      { image: "https://host.example/2.png" },
    ],
    [
      "has the first title that says something",
      `<meta property="og:title" content=""><meta property="og:title" content="Second">${title("t")}`,
      { title: "Second" },
    ],
    [
      "has a tag with a name and a property",
      `<meta name="description" property="og:description" content="both">`,
      { description: "both" },
    ],
    [
      "has entities",
      `<meta property="og:title" content="a &amp; b &#x1F30A;">`,
      { title: "a & b 🌊" },
    ],
    [
      "is in its JSON-LD where nothing else says it",
      `<script type="application/ld+json">{"@graph":[{"@type":"Organization","name":"no"},
       {"@type":["NewsArticle"],"headline":"Ebb","description":"Flow","image":[{"url":"/ld.png"}]}]}</script>`,
      { title: "Ebb", description: "Flow", image: "https://host.example/ld.png" },
    ],
    [
      "is not in JSON-LD that is none, or is about something else",
      `<script type="application/ld+json">{no</script><script type="application/ld+json">[1,{"@type":"WebSite","name":"no"}]</script>${title("t")}`,
      { title: "t" },
    ],
  ])("%s", (_, page, expected) => expect(read(page)).toMatchObject(expected));

  test("is complete after a head with a title, or with all values in a body", () => {
    const ended = createPageBytesReader("text/html");
    expect(ended.write(Buffer.from(`<head>${title("t")}`))).toBe(false);
    expect(ended.write(Buffer.from("</head>"))).toBe(true);
    const streamed = createPageBytesReader("text/html");
    expect(streamed.write(Buffer.from(`<head></head><body><p>${title("t")}`))).toBe(false);
    expect(streamed.write(Buffer.from("<p>"))).toBe(true);
  });
});
