import { describe, expect, test } from "vitest";
import { deriveMemo, extractMentions } from "./derive.ts";

const tagsOf = (content: string): string[] => deriveMemo(content).tags;
const propertyOf = (content: string) => deriveMemo(content).property;

describe("tags", () => {
  test.each<[string, string[]]>([
    ["#tag", ["tag"]],
    ["hello#tag", ["tag"]],
    ["#one#two", ["one", "two"]],
    ["#b #a #b #B", ["b", "a", "B"]],
    ["#日本語 #ñandú #e\u0301te\u0301 #हिन्दी", ["日本語", "ñandú", "été", "हिन्दी"]],
    ["#2024 #a_b-c+d&e", ["2024", "a_b-c+d&e"]],
    ["#m² #½ #Ⅳ", ["m"]],
    ["#🚀 #go🚀now", ["🚀", "go🚀now"]],
    ["#👨‍👩‍👧‍👦x #🏳️‍🌈 #👍🏽 #🇩🇪 #1️⃣ #🏴󠁧󠁢󠁥󠁮󠁧󠁿", ["👨‍👩‍👧‍👦x", "🏳️‍🌈", "👍🏽", "🇩🇪", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"]],
    ["#a\u200Db #🚀\u200D #🚀\u200Da", ["a", "🚀"]],
    ["#tag, #tag2. (#tag3) #tag4!", ["tag", "tag2", "tag3", "tag4"]],
    ["**#bold** ~~#struck~~", ["bold", "struck"]],
    ["# #", []],
    ["#", []],
    ["# heading", []],
    ["#\u00A0x #.x #\u200Bx", []],
  ])("M3 · %j has the tags %j", (content, tags) => {
    expect(tagsOf(content)).toEqual(tags);
  });

  test.each<[string, string[]]>([
    ["#don't #rock’n’roll", ["don't", "rock’n’roll"]],
    ["#dogs' #'a #a'1 #1'a #a''b", ["dogs", "a", "1"]],
    ["#e\u0301'a #\u00e9'a", ["\u00e9'a"]],
    ["#a/b/c", ["a/b/c"]],
    ["#a/ #b//c #/d #e/.f", ["a", "b", "e"]],
    ["#a/'b #a'/b", ["a"]],
    ["#work/2024/q1", ["work/2024/q1"]],
    ["==#a== [^#b] [^c]\n\n[^c]: #d\n\n> [!TIP]\n> #e", ["a", "b", "d", "e"]],
  ])("M4 · %j has the tags %j", (content, tags) => {
    expect(tagsOf(content)).toEqual(tags);
  });

  test.each([
    ["letters", "a".repeat(100), "aaa"],
    ["letters of two units", "𝒜".repeat(100), "𝒜"],
    ["a slash at the cut", "a".repeat(99), "/b"],
    ["an apostrophe at the cut", "a".repeat(99), "'b"],
    ["a joiner at the cut", "a".repeat(98) + "👨", "\u200D👩"],
  ])("M5 · cuts a tag at 100 code points: %s", (_case, kept, rest) => {
    expect(tagsOf(`#${kept}${rest}`)).toEqual([kept]);
  });

  test.each([
    ["inline code", "`#no` ``a ` #no``"],
    ["a fence", "```\n#no\n```"],
    ["an open fence", "~~~\n#no"],
    ["indented code", "a\n\n    #no"],
    ["link text", "[a #no](b)"],
    ["emphasised link text", "[a **#no**](b)"],
    ["a link target", "[a](b#no)"],
    ["a link title", '[a](b "#no")'],
    ["a reference link", "[a #no][r]\n\n[r]: http://x.co/#no '#no'"],
    ["image text", "![a #no](b#no)"],
    ["an autolink", "<https://x.co/#no>"],
    ["a bare URL", "https://x.co/#no, (http://x.co#no)"],
    ["a bare host", "www.x.com/#no x.com#no"],
    ["a URL after a Chinese letter", "看https://x.co/#no"],
    ["a URL in emphasis", "**https://x.co/#no**"],
    ["an HTML tag", '<a href="#no" title="#no">x</a>'],
    ["an HTML comment", "a <!-- #no -->"],
    ["an HTML block", "<div>\n#no\n</div>"],
    ["a script", "<script>\n\n#no\n\n</script>"],
    ["inline math", "$#no$ a $x #no$"],
    ["display math", "$$ #no $$"],
    ["display math over lines", "a $$x\n#no$$"],
    ["a math block", "$$\n# no\n\n#no\n$$"],
    ["an escape", "\\#no \\\\\\#no"],
    ["an entity", "&#35;no &num;no &#x23;no"],
  ])("M6 · finds none in %s", (_place, content) => {
    expect(tagsOf(content)).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["<b>#yes</b>", ["yes"]],
    ["\\\\#yes", ["yes"]],
    ["`open #yes", ["yes"]],
    ["[open #yes", ["yes"]],
    ["[brackets #yes]", ["yes"]],
    ["1 < 2 #yes", ["yes"]],
    ["me@x.com#yes", ["yes"]],
    ["https://x.co/ #yes", ["yes"]],
    ["&#yes", ["yes"]],
    ["a|b\n-|-\n#c|d \\| #e", ["c", "e"]],
    ["> - 1. #yes", ["yes"]],
    ["- [ ] #yes", ["yes"]],
  ])("M6 · finds the tags next to such places: %j has %j", (content, tags) => {
    expect(tagsOf(content)).toEqual(tags);
  });

  test.each<[string, string[]]>([
    ["# a #b", ["b"]],
    ["a #b\n===", ["b"]],
    ["##no", []],
    ["  ##no", []],
    ["a\n##no", []],
    ["a\n  ##no", []],
    [`${"#".repeat(20)}no`, []],
    ["> ##no", []],
    ["########no", []],
    ["## #yes", ["yes"]],
    ["a##yes", ["yes"]],
    ["a ##yes", ["yes"]],
    ["#yes", ["yes"]],
    ["   #yes", ["yes"]],
    ["\\##yes", ["yes"]],
  ])("M7 · %j has the tags %j", (content, tags) => {
    expect(tagsOf(content)).toEqual(tags);
  });

  test.each<[string, string[]]>([
    ["costs $5 #a and $6", ["a"]],
    ["$ #a$", ["a"]],
    ["$x #a $ b", ["a"]],
    ["$x\n#a$", ["a"]],
    ["\\$#a$", ["a"]],
    ["$x\\$ #no$", []],
    ["$$ #a", ["a"]],
    ["$$$#a$$$", ["a"]],
    ["$$\n#a", ["a"]],
    ["$$x$$ #a\n\n$$y$$", ["a"]],
    ["$$\nx\n$$ #a", ["a"]],
    ["US$ and A$ #a", ["a"]],
    ["$5/#a$6 US$5 #b C$6", ["a", "b"]],
  ])("M8 · reads dollars as prices or math: %j has %j", (content, tags) => {
    expect(tagsOf(content)).toEqual(tags);
  });
});

describe("properties", () => {
  test.each<[string, boolean]>([
    ["[a](b)", true],
    ["[a]\n\n[a]: b", true],
    ["<https://x.co>", true],
    ["<me@x.co>", true],
    ["see https://x.co.", true],
    ["x.com", true],
    ["me@x.com", true],
    ["看https://x.co", true],
    ["`https://x.co`", false],
    ["```\nhttps://x.co\n```", false],
    ["README.md and main.rs", false],
    ["https://readme.md", true],
    ["//x.com", false],
    ["![a](b)", false],
    ["[a][b] [c]", false],
    ["[a](javascript:x)", false],
    ["e.g. 1.5 a.b", false],
  ])("M9, M14 · hasLink of %j is %j", (content, expected) => {
    expect(propertyOf(content).hasLink).toBe(expected);
  });

  test.each<[string, boolean]>([
    ["`a`", true],
    ["```\n```", true],
    ["    a", true],
    ["- a\n\n      b", true],
    ["a ` b", false],
    ["\\`a\\`", false],
  ])("M14 · hasCode of %j is %j", (content, expected) => {
    expect(propertyOf(content).hasCode).toBe(expected);
  });

  test.each<[string, boolean, boolean]>([
    ["- [ ] a", true, true],
    ["- [x] a", true, false],
    ["1. [X] a\n2. [ ] b", true, true],
    ["* [x] a\n  + [ ] b", true, true],
    ["> - [ ] a", true, true],
    ["- [ ]", true, true],
    ["- [ ]\n  a", true, true],
    ["-\n  [ ] a", true, true],
    ["[ ] a", false, false],
    ["- a [ ] b", false, false],
    ["- [ ]a", false, false],
    ["- [y] a", false, false],
    ["- [ ](b)", false, false],
    ["- # [ ] a", false, false],
    ["```\n- [ ] a\n```", false, false],
    ["- \\[ ] a", false, false],
  ])("M10 · the tasks of %j: any %j, open %j", (content, any, open) => {
    const { hasTaskList, hasIncompleteTasks } = propertyOf(content);
    expect({ hasTaskList, hasIncompleteTasks }).toEqual({
      hasTaskList: any,
      hasIncompleteTasks: open,
    });
  });

  test.each([
    ["# Title", "Title"],
    ["\n\n#  A *b* `c` [d](e) #f  ##", "A b c d #f"],
    ["Title\n===", "Title"],
    ["[r]: x\n\n# Title", "Title"],
    ["## Two", ""],
    ["a\n\n# One", ""],
    ["> # Quoted", ""],
    ["#tag", ""],
    ["#", ""],
    ["", ""],
    ["# A[^1] ==b==\n\n[^1]: c", "A b"],
    ["[^1]: # c", ""],
  ])("M14 · the title of %j is %j", (content, title) => {
    expect(propertyOf(content).title).toBe(title);
  });
});

describe("snippet", () => {
  test.each([
    ["", ""],
    ["# A\n\n*b* **c** ~~d~~ `e`\n\n- [x] f\n- g", "A b c d e f g"],
    ["a\nb  \nc", "a b c"],
    ["a\n\n```\ncode\n```\n\n    code\n\nb", "a b"],
    ["[text](target) ![image](x) https://x.co", "text image https://x.co"],
    ["![image|320](x) ![a\\|320](x)", "image a|320"],
    ["a <b>c</b><br>d\n\n<div>e</div>", "a c d"],
    ["#tag @bob \\#x &amp; $x$", "#tag @bob #x & $x$"],
    ["|a|b|\n|-|-|\n|c|d|", "a b c d"],
    ["==a== b", "a b"],
    ["> [!NOTE]\n> a", "a"],
    ["a[^1] b\n\n[^1]: c #d", "a b c #d"],
  ])("M13 · of %j is %j", (content, snippet) => {
    expect(deriveMemo(content).snippet).toBe(snippet);
  });

  test.each([
    ["exactly 64", "a".repeat(64), "a".repeat(64)],
    ["one long word", "a".repeat(65), `${"a".repeat(64)} ...`],
    ["a word that ends at 64", `${"a".repeat(64)} b`, `${"a".repeat(64)} ...`],
    ["a word that ends at 65", `${"a".repeat(60)} bbbb`, `${"a".repeat(60)} ...`],
    ["clusters of many units", "👨‍👩‍👧‍👦".repeat(65), `${"👨‍👩‍👧‍👦".repeat(64)} ...`],
    ["marks after ASCII", `${"a".repeat(63)}e\u0301`, `${"a".repeat(63)}e\u0301`],
    ["a mark after the 64th", `${"a".repeat(64)}\u0301b`, `${"a".repeat(64)}\u0301 ...`],
    ["a script without spaces", `あ ${"日".repeat(100)}`, `あ ${"日".repeat(62)} ...`],
    [
      "blanks and line breaks for a screen",
      `${"a \n".repeat(40)}\n\n${"b".repeat(200)}`,
      `${"a ".repeat(31)}a ...`,
    ],
    [
      "a mark behind all that is shown",
      `${"word ".repeat(40)}e\u0301`,
      `${"word ".repeat(12)}word ...`,
    ],
    [
      "a script that follows ASCII",
      `${"a ".repeat(20)}${"日".repeat(200)}`,
      `${"a ".repeat(20)}${"日".repeat(24)} ...`,
    ],
    ["little but blanks", `a${" \n> ".repeat(200)}b`, "a b"],
    ["no spaces at all", "日".repeat(100), `${"日".repeat(64)} ...`],
  ])("M13a · is cut at a word after 64 clusters: %s", (_case, content, snippet) => {
    expect(deriveMemo(content).snippet).toBe(snippet);
  });

  test("M13 · is limited even if one cluster never ends", () => {
    const { snippet } = deriveMemo(`start ${"e" + "\u0301".repeat(100_000)}`);
    expect(snippet).toBe("start ...");
  });
});

describe("extractMentions", () => {
  test.each<[string, string[]]>([
    ["@bob and @Bob, @al-1!", ["bob", "al-1"]],
    ["(@bob) **@ann** > @x.", ["bob", "ann", "x"]],
    ["me@bob.com a@b @@bob x.@bob /@bob", []],
    ["@123 @12a", ["12a"]],
    ["@bob_x @bobé @bob@x @-bob @bob-", ["bob"]],
    [`@${"a".repeat(36)} @${"b".repeat(37)}`, ["a".repeat(36)]],
    ["`@bob` [@bob](x) <https://x.co/@bob> https://x.co/@bob\n\n    @bob", []],
    ["看 @bob", ["bob"]],
    ["\\@bob", []],
  ])("M12 · %j mentions %j", (content, mentions) => {
    expect(extractMentions(content)).toEqual(mentions);
  });
});
