import { describe, expect, test } from "vitest";
import { renderBody, sanitiseBody } from "./render-body.ts";

function render(content: string, terms: readonly string[] = []): HTMLElement {
  const body = document.createElement("div");
  body.innerHTML = renderBody(content, terms, false);
  return body;
}

describe("the body of a memo", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<p style="position:fixed">over everything</p>',
    "<iframe src=https://example.org></iframe>",
    "[x](javascript:alert(1))",
    '<a id="composer" name="body">clobber</a>',
    "==<img src=x onerror=alert(1)>== <mark onclick=alert(1)>a</mark>",
    "> [!NOTE]\n> <script>alert(1)</script>",
    "a[^<img/src=x/onerror=alert(1)>]\n\n[^<img/src=x/onerror=alert(1)>]: <script>alert(1)</script>",
    'a[^x"onmouseover=alert(1)]\n\n[^x"onmouseover=alert(1)]: [b](javascript:alert(1))',
    "|<img src=x onerror=alert(1)>|\n|-|\n|<script>alert(1)</script>|",
    '```"><img/src=x/onerror=alert(1)>\na\n```',
  ])("%s is inert", (content) => {
    const body = render(content);
    expect(
      body.querySelector(
        "script, iframe, img, [style], [id], [name], [onerror], [onclick], [onmouseover]",
      ),
    ).toBeNull();
    for (const link of body.querySelectorAll("a")) {
      expect(link.getAttribute("href") ?? "").not.toMatch(/^javascript:/i);
    }
  });

  test.each([
    '<img src="/trpc/changes">',
    '<img srcset="/trpc/changes 2x" src="data:image/png;base64,AA">',
    '<video src="/trpc/changes" poster="/session" autoplay></video>',
    '<audio src="/trpc/changes" autoplay></audio>',
    '<picture><source srcset="/trpc/changes"><img src="/session"></picture>',
    '<input type="image" src="/trpc/changes">',
    '<table background="/trpc/changes"><tr><td>a</td></tr></table>',
    '<link rel="prefetch" href="/trpc/changes">',
    '<a href="/x" ping="/trpc/changes">a</a>',
    '<svg><image href="/trpc/changes"/></svg>',
    "![](/trpc/changes)",
    "![a](<//evil.example/i.png>)",
  ])("M16 · %s causes no request", (content) => {
    // Renders it as text, and sanitises it as if the renderer had passed it on as HTML.
    for (const html of [renderBody(content, [], false), sanitiseBody(content)]) {
      const body = document.createElement("div");
      body.innerHTML = html;
      const sources = [...body.querySelectorAll("[src]")].map((each) => each.getAttribute("src"));
      expect(sources.filter((source) => source?.startsWith("data:") !== true)).toEqual([]);
      const asking = "[srcset], [poster], [background], [ping], link, svg, video, audio, source";
      expect(body.querySelector(asking)).toBeNull();
    }
  });

  test("a block has its line number, and other values are removed", () => {
    const lines = [...render("a\n\n- b").querySelectorAll<HTMLElement>("[data-line]")];
    expect(lines.map((each) => each.dataset["line"])).toEqual(["0", "2", "2"]);
    expect(sanitiseBody('<p data-line="1e9">a</p><p data-line="7">b</p>')).toBe(
      '<p>a</p><p data-line="7">b</p>',
    );
  });

  test("a tag links to the timeline filtered by that tag and its subtags", () => {
    const link = render("about #Büro/a&b").querySelector("a");
    expect(link?.textContent).toBe("#Büro/a&b");
    expect(link?.dataset["tag"]).toBe("Büro/a&b");
    expect(link?.getAttribute("href")).toBe(`#/?${new URLSearchParams({ tag: "Büro/a&b/*" })}`);
  });

  test("a link opens a new window and sends no referrer", () => {
    const link = render("[page](https://example.org)").querySelector("a");
    expect(link?.target).toBe("_blank");
    expect(link?.rel).toContain("noreferrer");
  });

  test("a task box is enabled and labelled by its line", () => {
    const boxes = render("- [ ] buy **milk**\n- [x] call").querySelectorAll("input");
    expect([...boxes].map((box) => [box.getAttribute("aria-label"), box.checked])).toEqual([
      ["buy milk", false],
      ["call", true],
    ]);
    expect([...boxes].map((box) => box.dataset["task"])).toEqual(["0", "1"]);
    expect(boxes[0]?.disabled).toBe(false);
  });

  test("a table is in a focusable frame that is labelled by its columns", () => {
    const body = render("Day | High water\n-|-:\nMon | 04:41\n\nlast");
    const frame = body.querySelector<HTMLElement>("[role=group]");
    expect(frame?.tabIndex).toBe(0);
    expect(frame?.ariaLabel ?? frame?.getAttribute("aria-label")).toBe("Table: Day, High water");
    expect(frame?.querySelector("td.align-right")?.textContent).toBe("04:41");
    expect(body.querySelectorAll("table")).toHaveLength(1);
  });

  test("a table with an empty header is labelled all the same, and a long label is cut", () => {
    const nameOf = (content: string) =>
      render(content).querySelector("[role=group]")?.getAttribute("aria-label");
    expect(nameOf("|   |\n|---|\n| a |")).toBe("Table");
    expect(nameOf(`|${"<b>x ".repeat(200)}|\n|-|\n`)?.length).toBeLessThan(100);
  });

  test("a callout names its kind, and callouts inside it are ignored", () => {
    const body = render("> [!CAUTION]\n> a\n> > [!TIP]\n> > b\n\n> [!constructor]\n> c");
    const callouts = [...body.querySelectorAll("[role=note]")];
    expect(callouts.map((each) => each.querySelector("p")?.textContent)).toEqual([
      "Caution",
      "Tip",
    ]);
  });

  test("highlighted words stay highlighted during a search", () => {
    const body = render("==high== tide", ["tide"]);
    expect([...body.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "high",
      "tide",
    ]);
  });

  test("search terms are highlighted everywhere, as written", () => {
    const marks = render("A Tide comes. `tide` and **TIDES** a+b", ["tide", "a+b"]);
    expect([...marks.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "Tide",
      "tide",
      "TIDE",
      "a+b",
    ]);
  });

  test("highlighting changes no attribute", () => {
    const link = render("[page](https://example.org/tide)", ["tide", "page"]).querySelector("a");
    expect(link?.getAttribute("href")).toBe("https://example.org/tide");
    expect(link?.querySelector("mark")?.textContent).toBe("page");
  });
});
