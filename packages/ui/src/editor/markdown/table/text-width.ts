const wide =
  /^(?:\p{Emoji_Presentation}|[\p{Emoji}--[0-9#*]]\uFE0F|[0-9#*]\uFE0F?\u20E3|[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}])/v;
const invisible = /^[\p{M}\p{Cf}\u200B]+$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the number of columns of a text in a monospaced font; a wide character takes two. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    width += wide.test(segment) ? 2 : invisible.test(segment) ? 0 : 1;
  }
  return width;
}
