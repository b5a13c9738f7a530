import { findLanguage } from "@tidemark/core/code-languages";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderBody } from "../../timeline/card/render-body.ts";
import { colourCode } from "./colour-code.ts";

function show(content: string, terms: readonly string[] = []): HTMLElement {
  const body = document.createElement("div");
  body.innerHTML = renderBody(content, terms, false);
  document.body.append(body);
  colourCode(body);
  return body;
}

const inked = (body: HTMLElement, ink: string) =>
  [...body.querySelectorAll(`.ink-${ink}`)].map((piece) => piece.textContent);

const coloured = (body: HTMLElement) =>
  vi.waitFor(() => expect(body.querySelector("[data-coloured]")).not.toBeNull());

afterEach(() => document.body.replaceChildren());

describe("code in a memo", () => {
  test.each([
    ["js", "const a = 'b'; // c", { key: ["const"], str: ["'b'"], com: ["// c"] }],
    ["tsx", "let a: Tide = 1", { key: ["let"], num: ["1"], fn: ["Tide"] }],
    ["Python", "def wave(): return None", { key: ["def", "return"], fn: ["wave"], num: ["None"] }],
    ["rust", "fn main() { let x = 1; }", { key: ["fn", "let"], num: ["1"] }],
    ["go", 'return "a"', { key: ["return"], str: ['"a"'] }],
    ["c++", "return 1;", { key: ["return"], num: ["1"] }],
    ["java", "return 1;", { key: ["return"], num: ["1"] }],
    ["json", '{"a": true}', { num: ["true"] }],
    ["css", "a { color: #fff }", { key: ["a"], num: ["#fff"] }],
    ["html", '<a href="b">', { key: ["a"], str: ['"b"'], fn: ["href"] }],
    ["xml", "<a b='c'/>", { key: ["a"], str: ["'c'"] }],
    ["yml", "a: b # c", { com: ["# c"] }],
    ["php", "return 'a';", { key: ["return"], str: ["'a'"] }],
    ["elixir", "def a, do: 1", { num: ["do:", "1"] }],
    ["sql", "select 1 from tides", { key: ["select", "from"], num: ["1"] }],
    ["bash", "if true; then echo 'a'; fi # b", { str: ["'a'"], com: ["# b"] }],
    ["ruby", "def wave; 'a'; end", { key: ["def", "end"], str: ["'a'"] }],
    ["clojure", '(str "a")', { str: ['"a"'] }],
    ["c#", "return 1;", { key: ["return"], num: ["1"] }],
    ["kotlin", "return 1", { key: ["return"], num: ["1"] }],
    ["swift", "return 1", { key: ["return"], num: ["1"] }],
    ["lua", "return 1", { key: ["return"], num: ["1"] }],
    ["toml", 'a = "b"', { str: ['"b"'] }],
    ["diff", "-a\n+b", { key: ["-a"], str: ["+b"] }],
    ["dockerfile", "FROM scratch", { key: ["FROM"] }],
    ["powershell", "return 'a'", { str: ["'a'"] }],
  ])("in %s has the editor's colours", async (language, code, inks) => {
    const body = show(`\`\`\`${language}\n${code}\n\`\`\``);
    await coloured(body);
    for (const [ink, pieces] of Object.entries(inks)) expect(inked(body, ink)).toEqual(pieces);
    expect(body.querySelector("pre")?.textContent).toBe(`${code}\n`);
    expect(body.querySelector("[style]")).toBeNull();
  });

  test("is coloured at once if it is cached, and keeps the marks of a search", async () => {
    const content = "```js\nconst tide = 'high tide';\n```";
    await coloured(show(content));
    const again = show(content, ["tide"]);
    expect(inked(again, "str")).toEqual(["'high ", "tide", "'"]);
    expect([...again.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "tide",
      "tide",
    ]);
    expect(again.querySelector("pre")?.textContent).toBe("const tide = 'high tide';\n");
  });

  test("shows its language and a button beside its text, not in it", () => {
    const body = show("```ts\na\n```\n\n    indented\n\n```constructor\n```");
    const frames = [...body.querySelectorAll<HTMLElement>(".code-frame")];
    expect(frames.map(({ dataset }) => dataset["language"])).toEqual([
      "TypeScript",
      undefined,
      "constructor",
    ]);
    expect(frames.map((frame) => frame.textContent)).toEqual(["a\n", "indented\n", ""]);
    expect(frames.map((frame) => frame.querySelector("pre")?.getAttribute("aria-label"))).toEqual([
      "Code: TypeScript",
      "Code",
      "Code: constructor",
    ]);
    for (const frame of frames) {
      expect(frame.querySelector("button")?.getAttribute("aria-label")).toBe("Copy code");
    }
  });

  test("of an unknown language is not coloured", () => {
    expect(findLanguage("__proto__")).toBeUndefined();
    expect(findLanguage("toString")).toBeUndefined();
  });

  test.each([
    ["longer than anybody reads", "let a = 1;\n".repeat(20_000)],
    ["with a line longer than anybody reads", `let a = [${"1,".repeat(2000)}];`],
  ])("%s is not coloured", async (_what, code) => {
    // The short block after it is parsed last: by then the long one would have its colours.
    const body = show(`\`\`\`js\n${code}\n\`\`\`\n\n\`\`\`js\nlet b\n\`\`\``);
    await coloured(body);
    expect(inked(body, "key")).toEqual(["let"]);
  });

  test("with hostile content makes no element but its spans", async () => {
    const code = "<img src=x onerror=alert(1)><script>alert(1)</script></code></pre><b>";
    for (const language of ["html", "xml", "php", "js"]) {
      const body = show(`\`\`\`${language}\n${code}\n\`\`\``);
      await coloured(body).catch(() => undefined);
      expect(body.querySelector("img, script, b")).toBeNull();
      expect(body.querySelector("pre")?.textContent).toBe(`${code}\n`);
    }
  });
});
