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
  ])("%s does nothing", (content) => {
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
  ])("M16 · %s asks nobody", (content) => {
    // As a text, and as if the renderer had passed it on.
    for (const html of [renderBody(content, [], false), sanitiseBody(content)]) {
      const body = document.createElement("div");
      body.innerHTML = html;
      const sources = [...body.querySelectorAll("[src]")].map((each) => each.getAttribute("src"));
      expect(sources.filter((source) => source?.startsWith("data:") !== true)).toEqual([]);
      const asking = "[srcset], [poster], [background], [ping], link, svg, video, audio, source";
      expect(body.querySelector(asking)).toBeNull();
    }
  });

  test("a block says its line, and nothing but a number passes for one", () => {
    const lines = [...render("a\n\n- b").querySelectorAll<HTMLElement>("[data-line]")];
    expect(lines.map((each) => each.dataset["line"])).toEqual(["0", "2", "2"]);
    expect(sanitiseBody('<p data-line="1e9">a</p><p data-line="7">b</p>')).toBe(
      '<p>a</p><p data-line="7">b</p>',
    );
  });

  test("a tag leads to the timeline with that tag and what is under it", () => {
    const link = render("about #Büro/a&b").querySelector("a");
    expect(link?.textContent).toBe("#Büro/a&b");
    expect(link?.dataset["tag"]).toBe("Büro/a&b");
    expect(link?.getAttribute("href")).toBe(`#/?${new URLSearchParams({ tag: "Büro/a&b/*" })}`);
  });

  test("a link leaves the app in a new window and says nothing of where it came from", () => {
    const link = render("[page](https://example.org)").querySelector("a");
    expect(link?.target).toBe("_blank");
    expect(link?.rel).toContain("noreferrer");
  });

  test("a task box can be ticked and is named by its line", () => {
    const boxes = render("- [ ] buy **milk**\n- [x] call").querySelectorAll("input");
    expect([...boxes].map((box) => [box.getAttribute("aria-label"), box.checked])).toEqual([
      ["buy milk", false],
      ["call", true],
    ]);
    expect([...boxes].map((box) => box.dataset["task"])).toEqual(["0", "1"]);
    expect(boxes[0]?.disabled).toBe(false);
  });

  test("a table stands in a frame that keys reach and that names its columns", () => {
    const body = render("Day | High water\n-|-:\nMon | 04:41\n\nlast");
    const frame = body.querySelector<HTMLElement>("[role=group]");
    expect(frame?.tabIndex).toBe(0);
    expect(frame?.ariaLabel ?? frame?.getAttribute("aria-label")).toBe("Table: Day, High water");
    expect(frame?.querySelector("td.align-right")?.textContent).toBe("04:41");
    expect(body.querySelectorAll("table")).toHaveLength(1);
  });

  test("a table without words in its header is a table all the same, and a long name is cut", () => {
    const nameOf = (content: string) =>
      render(content).querySelector("[role=group]")?.getAttribute("aria-label");
    expect(nameOf("|   |\n|---|\n| a |")).toBe("Table");
    expect(nameOf(`|${"<b>x ".repeat(200)}|\n|-|\n`)?.length).toBeLessThan(100);
  });

  test("a callout says in a word what it is, and its text is not looked into", () => {
    const body = render("> [!CAUTION]\n> a\n> > [!TIP]\n> > b\n\n> [!constructor]\n> c");
    const callouts = [...body.querySelectorAll("[role=note]")];
    expect(callouts.map((each) => each.querySelector("p")?.textContent)).toEqual([
      "Caution",
      "Tip",
    ]);
  });

  test("marked words are marked, in a search too", () => {
    const body = render("==high== tide", ["tide"]);
    expect([...body.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "high",
      "tide",
    ]);
  });

  test("the words of a search are marked wherever they stand, as written", () => {
    const marks = render("A Tide comes. `tide` and **TIDES** a+b", ["tide", "a+b"]);
    expect([...marks.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "Tide",
      "tide",
      "TIDE",
      "a+b",
    ]);
  });

  test("marking changes no attribute", () => {
    const link = render("[page](https://example.org/tide)", ["tide", "page"]).querySelector("a");
    expect(link?.getAttribute("href")).toBe("https://example.org/tide");
    expect(link?.querySelector("mark")?.textContent).toBe("page");
  });
});
