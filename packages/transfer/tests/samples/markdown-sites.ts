const yaml = (...lines: readonly string[]): string => `---\n${lines.join("\n")}\n---\n`;
const toml = (...lines: readonly string[]): string => `+++\n${lines.join("\n")}\n+++\n`;

/** Posts of a Jekyll site: dates in names, valid and broken front matter, unusual names. */
export const jekyllSite: Readonly<Record<string, string>> = {
  "_posts/2008-11-21-complex.markdown": `${yaml("layout: post", "title: Complex")}url: {{ page.url }}\n`,
  "_posts/2009-05-18-tags.markdown": `${yaml("title: Some Tags", "tags:", "- food", "- cooking", "- pizza")}\nAwesome!\n`,
  "_posts/2009-05-18-empty-tags.markdown": `${yaml("title: No tags", "tags:")}\nNone.\n`,
  "_posts/2009-06-22-empty-yaml.markdown": `${yaml()}Empty front matter\n`,
  "_posts/2009-06-22-no-yaml.markdown": "No front matter\n",
  "_posts/2010-01-08-triple-dash.markdown": `${yaml("title: Dashes")}a\n\n---\n\nb\n`,
  "_posts/2010-01-09-date-override.markdown": `${yaml("date: 2010-01-10 13:07 -0800")}A date of its own\n`,
  "_posts/2009-03-12-hash-#1.markdown": `${yaml("title: 'Hash #1'")}Hash\n`,
  "_posts/2014-03-22-escape-+ %20[].markdown": "Escapes in its name\n",
  "_posts/2016-11-26-zeichen-(+)-Ünïcode.md": `${yaml("title: Sonderzeichen")}Grüße\n`,
  "_posts/2017-2-5-no-zeroes.md": "A date without zeroes\n",
  "_posts/es/2008-11-21-nihongo.markdown": `${yaml("title: 日本語の記事", "lang: ja")}こんにちは\n`,
  "_posts/2008-02-03-wrong-extension.yml": "title: no note\n",
};

/** Pages of a Hugo site in two languages, with TOML or YAML. */
export const hugoSite: Readonly<Record<string, string>> = {
  "content/english/_index.md": `${toml('title = "Home"')}\nWelcome\n`,
  "content/english/about.md": `${toml('title = "About"', "draft = false", "date = 2014-04-09")}\nWho we are\n`,
  "content/english/post/rich.md": `${toml('title = "Rich Content"', "date = 2019-03-10T08:00:00Z", 'tags = ["shortcodes", "privacy"]')}\n{{< youtube x >}}\n`,
  "content/english/post/image.md": `${yaml("title: Picture", "date: 2020-02-02")}\n![sea](sea.png)\n`,
  "content/english/post/sea.png": "picture",
  "content/arabic/_index.md": `${yaml("title: الرئيسية")}\nأهلا\n`,
  "content/arabic/post/example.md": `${yaml("title: نموذج عربي", "date: 2021-05-06", "tags: [عربي, مثال]")}\nهذا نص عربي.\n`,
};
