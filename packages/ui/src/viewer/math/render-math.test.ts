import { afterEach, describe, expect, test, vi } from "vitest";
import { renderBody } from "../../timeline/card/render-body.ts";
import { drawMath } from "./draw-math.ts";
import { readText } from "./read-text.ts";
import { renderMath } from "./render-math.ts";

function show(content: string, terms: readonly string[] = []): HTMLElement {
  const body = document.createElement("div");
  body.innerHTML = renderBody(content, terms, false);
  document.body.append(body);
  renderMath(body);
  return body;
}

const all = (body: HTMLElement) =>
  vi.waitFor(() => expect(body.querySelectorAll(".math:not([data-drawn])")).toHaveLength(0));

afterEach(() => document.body.replaceChildren());

describe("formulas", () => {
  test("are drawn in place, with MathML", async () => {
    const body = show("so $e^{i\\pi} = -1$ and\n\n$$\n\\int_0^1 x\\,dx\n$$");
    await all(body);
    expect(body.querySelectorAll(".katex")).toHaveLength(2);
    expect(body.querySelectorAll("math")).toHaveLength(2);
    expect(body.querySelectorAll("div.math .katex-display")).toHaveLength(1);
  });

  test("are drawn at once if they are cached", async () => {
    await all(show("$a_1$"));
    const again = show("$a_1$ $a_2$");
    expect(again.querySelectorAll(".katex")).toHaveLength(2);
  });

  test("are copied as TeX, and stay drawn", async () => {
    const body = show("so $a^2$ is");
    // jsdom has no layout and no `innerText`.
    Object.defineProperty(body, "innerText", { get: () => body.textContent });
    await all(body);
    const before = body.innerHTML;
    expect(readText(body).trim()).toBe("so a^2 is");
    expect(body.innerHTML).toBe(before);
  });

  test.each([
    "$\\notacommand$",
    "$\\frac{1}$",
    "${$",
    "$\\def\\a{\\a\\a}\\a$",
    `$${"x".repeat(5001)}$`,
  ])("stay as written if they are invalid: %s", async (content) => {
    const body = show(`${content}\n\n$y$`);
    await vi.waitFor(() => expect(body.querySelectorAll(".katex")).toHaveLength(1));
    expect(body.querySelector(".math")?.textContent ?? body.textContent).toContain(
      content.slice(1, 8).replace(/\$$/, ""),
    );
  });

  test("keep the marks of a search in them", async () => {
    const body = show("$tide$ $x$", ["tide"]);
    await vi.waitFor(() => expect(body.querySelectorAll(".katex")).toHaveLength(1));
    expect(body.querySelector(".math mark")?.textContent).toBe("tide");
  });

  test.each([
    "\\href{javascript:alert(1)}{x}",
    "\\url{https://evil.example}",
    "\\includegraphics{https://evil.example/i.png}",
    "\\htmlData{task=0}{x}",
    "\\htmlId{composer}{x}",
    "\\htmlClass{memo-body}{x}",
    "\\htmlStyle{position:fixed}{x}",
    "\\text{<img src=x onerror=alert(1)>}",
    "\\text{\\</script><script>alert(1)</script>}",
    "\\def\\x{<img src=x onerror=alert(1)>}\\x",
    "\\unicode{x3c}script>",
    "\\color{red;position:fixed}{x}",
    "\\textcolor{url(https://evil.example)}{x}",
    '\\colorbox{"onclick=alert(1)}{x}',
  ])("run, load and link to nothing: %s", (tex) => {
    const drawn = document.createElement("div");
    drawn.append(drawMath(tex, true) ?? "");
    expect(drawn.querySelector("a, img, script, iframe, [href], [src], [id]")).toBeNull();
    for (const each of drawn.querySelectorAll("*")) {
      for (const { name } of each.attributes) expect(name).not.toMatch(/^(?:on|data-)/);
      expect(each.getAttribute("style") ?? "").not.toMatch(/url|fixed|absolute/);
      expect(each.classList.contains("memo-body")).toBe(false);
    }
  });

  test.each([
    "\\rule{9999em}{9999em}",
    "\\hspace{9999em}",
    "\\raisebox{9999em}{x}",
    "\\kern{9999em}",
  ])("are not larger than a screen: %s", (tex) => {
    const drawn = document.createElement("div");
    drawn.append(drawMath(tex, false) ?? "");
    const shown = drawn.querySelector(".katex-html")?.outerHTML ?? "";
    for (const [, size] of shown.matchAll(/(-?[\d.]+)em/g)) {
      expect(Math.abs(Number(size))).toBeLessThanOrEqual(20);
    }
  });
});
