/** Markdown of a long memo with headings, tables, code, callouts, footnotes and formulas. */
export const essay = `# Why the tide is late

Ask anyone on the quay and they will tell you: high water comes fifty minutes later every day. Ask why, and most will point at the moon. That is right, and it explains almost nothing, because the water in this harbour has never seen the moon pull at it. It has only ever seen other water arrive.

The tide here is a wave that started somewhere else.[^1] It needs six hours to cross the shelf and three more to climb the estuary; see \`tide --next\` and [the tables](https://example.org/tables).

## Three clocks

1. The moon, which comes back to the same place after 24 h 50 min.
2. The sun, which agrees with it twice a month and argues twice a month.
3. The shape of the coast, which never changes its mind and is the only one of the three you can see.

> [!NOTE]
> The tables in the harbour office are made from nineteen years of the third clock.

> [!WARNING]
> Nobody computes the estuary: it was measured, and then it was trusted.

## What the pilots write down

Every pilot in the tower keeps two columns: what the table promised and what the wall showed. The difference is called the *residual*, and it is the only number in the book that belongs to them.

| Date | Promised | Seen | Late | What the wind had done | Who stood at the wall and held the staff |
| --- | ---: | ---: | ---: | --- | --- |
| 3 March | 04:41 | 04:58 | 17 min | Two days of north-easterly, steady | Ines, then Jonas from five on |
| 19 June | 11:20 | 11:19 | −1 min | Nothing worth a word | Nobody |
| 8 October | 16:05 | 16:52 | 47 min | Westerly gale in the outer bay | Jonas |

### Slack water

The height between two turns goes by the rule of twelfths, or better:

$$
h(t) = \\frac{H + L}{2} + \\frac{H - L}{2} \\cos\\left(\\frac{\\pi t}{6.2}\\right)
$$

where $t$ is the time since high water in hours.

\`\`\`python
from math import cos, pi

def height(high: float, low: float, hours: float) -> float:
    """Metres above chart datum, hours after high water."""
    # The harbour's own clock: 6.2 hours, not six.
    return (high + low) / 2 + (high - low) / 2 * cos(pi * hours / 6.2)
\`\`\`

## Late, but never lost

What we call “our” high water is a letter that was posted yesterday.

#sea/tides #writing

[^1]: Off the shelf, some four hundred miles to the south-west, where it is hardly half a metre high.`;

export const hardWrapped = `Some people press Enter
at the end of every line, because
the letters that they learned to write
were cut off at seventy signs, or because
a poem
is one.

The line breaks above are theirs. #writing`;

export const boat = `# Boat out of the water

- [x] Book the crane for the 28th, before nine
- [ ] Winterise the engine #boat/engine
  - [x] Oil while it is still warm, filter too
  - [ ] Five litres of antifreeze through the raw-water side
    - [ ] Impeller out; note which way it was curled
- [ ] Ask Jonas for the tall trestles

#boat/winter`;

export const wideTable = `Springs this week. The crane wants at least 5.3 m at the slip.

| Day | High | m | Low | m | High | m | Low | m | Sunrise | Wind that was promised |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
| Mon 23 | 03:12 | 5.1 | 09:28 | 1.3 | 15:34 | 5.2 | 21:50 | 1.2 | 07:41 | SW 3 to 4 |
| Tue 24 | 03:58 | 5.3 | 10:14 | 1.1 | 16:19 | 5.4 | 22:35 | 1.0 | 07:42 | W 5, gusting |
| Wed 25 | 04:41 | 5.4 | 10:57 | 0.9 | 17:02 | 5.5 | 23:18 | 0.9 | 07:44 | NW 6 |

#sea/tides`;

export const code = `A sticky header must not cover what the keyboard just focused. One line does it, and it is not on the header:

\`\`\`css
html {
  /* the bar, the day, and a breath */
  scroll-padding-block: calc(var(--bar) + 48px) 32px;
}
\`\`\`

#til/css`;

export const japanese = `# 朝の浜

七時、潮が引いた砂の上に線が一本。昨日より少し沖に寄っている。貝殻は少なく、風は北。帰りに郵便局で切手を買う。

- [x] 潮汐表を写す
- [ ] 双眼鏡を返す

#日記`;

export const rightToLeft = `# المدّ والجزر

الماء يعود كل يوم متأخرًا خمسين دقيقة. كتبتُ الوقت على الجدار: 06:40 ثم 12:55.

- [ ] اشترِ خبزًا
- [x] اسأل يونس عن الرافعة

#بحر`;

export const paragraphs = `# Log of the passage

${Array.from(
  { length: 200 },
  (_, at) =>
    `Hour ${at + 1}. Wind ${["west", "south-west", "north-west", "light"][at % 4]}, ${2 + (at % 5)} to ${3 + (at % 5)}. Log ${(at * 5.3).toFixed(1)} miles. ${at % 7 === 0 ? "Nothing to be seen but the horizon, and that not always; the watch below sleeps." : "Steady."}`,
).join("\n\n")}

#boat/log`;
