/**
 * Returns memos with addresses that could trigger a request, in every syntax that allows an address. `path` is an
 * address of the page's origin that does something.
 */
export function hostileTexts(origin: string, path = "trpc/changes"): string[] {
  const { host } = new URL(origin);
  const addresses = [
    `/${path}`,
    "/trpc/profile.get?asked=1",
    path,
    `./${path}`,
    "/session",
    "/assets/asked.png",
    `${origin}/${path}`,
    `//${host}/${path}`,
    `http://me:word@${host}/${path}`,
    `/\\\\${host}/${path}`,
    `/file/attachments/a1/../../../${path}`,
    `/file/attachments/a1/%2e%2e/%2e%2e/%2e%2e/${path}`,
    "/file/attachments/a1/..%2f..%2f..%2ftrpc%2fchanges",
    "/file/attachments/a1/..\\\\..\\\\..\\\\trpc\\\\changes",
    "/file/attachments/a1/b.png?batch=1",
    "/file/attachments/a1/b.png#x",
    "https://elsewhere.example/i.png",
    "//elsewhere.example/i.png",
    "http://127.0.0.1:9/i.png",
    `&#47;${path}`,
    "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=",
  ];
  const elements = [
    '<img src="ASK">',
    '<img srcset="ASK 1x, ASK 2x">',
    '<video src="ASK" poster="ASK" autoplay></video>',
    '<audio src="ASK" autoplay></audio>',
    '<link rel="prefetch" href="ASK"><link rel="stylesheet" href="ASK">',
    '<style>@import "ASK"; body { background: url("ASK") }</style>',
    '<p style="background: url(ASK)">a</p>',
    '<a href="ASK" ping="ASK">a</a>',
    '<iframe src="ASK"></iframe><object data="ASK"></object><embed src="ASK">',
    '<svg><image href="ASK"/><use href="ASK#a"/></svg>',
    '<input type="image" src="ASK">',
    '<script src="ASK"></script><script type="speculationrules">{"prefetch":[{"urls":["ASK"]}]}</script>',
    '<meta http-equiv="refresh" content="0; url=ASK">',
  ];
  return [
    ...elements.map((element) => element.replaceAll("ASK", `/${path}?asked=html`)),
    addresses.map((address) => `![an image](<${address}>)`).join("\n\n"),
    addresses.map((address) => `![an image](${address} "title")`).join("\n\n"),
    addresses.map((address, at) => `![an image][r${at}]\n\n[r${at}]: <${address}>`).join("\n\n"),
    addresses.map((address) => `[![an image](<${address}>)](<${address}>)`).join("\n\n"),
    addresses.map((address) => `[a link](<${address}>) <${address}>`).join("\n\n"),
  ];
}
