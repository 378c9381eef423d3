/** The figures on the card of the networks: a table between two marks of its text. */
const BEGIN = '<!-- figures -->';
const END = '<!-- end of figures -->';

const percent = (value) => (100 * value).toFixed(1);
const centimetres = (value) => (100 * value).toFixed(1);
const pair = ({ precision, recall }) => `${percent(precision)} / ${percent(recall)}`;

function row({ group, pictures, points, slots, occupancy, cornerError, things, edgeError }) {
  const errors = [cornerError.mean, cornerError.median, cornerError.p99].map(centimetres).join(' / ');
  return [
    group,
    pictures,
    pair(points.published),
    pair(points.narrow),
    pair(slots.published),
    pair(slots.narrow),
    errors,
    percent(occupancy.accuracy),
    pair(things),
    [edgeError.mean, edgeError.p99].map(centimetres).join(' / '),
  ].join(' | ');
}

/** The card with these figures. */
export function cardOf(text, { seed, threshold, rows }) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`Expected ${BEGIN} and ${END} in the card.`);
  const table = [
    `${rows.find(({ group }) => group === 'all').pictures} new pictures of the seed ${seed}, threshold ${threshold}. Precision / recall in %, lengths in cm.`,
    '',
    '| pictures | number | points, published | points, 6 cm | slots, published | slots, 6 cm | corner: mean / median / p99 | occupancy % | footprints | near edges: mean / p99 |',
    `|${' --- |'.repeat(10)}`,
    ...rows.map((one) => `| ${row(one)} |`),
  ];
  return `${text.slice(0, begin)}${BEGIN}\n\n${table.join('\n')}\n\n${text.slice(end)}`;
}
