/** The detectors: precision and recall by condition, from the card of the networks. */
import type { ApaStudy } from './apa.ts';
import type { DetectorRow } from './detector-card.ts';
import type { ReportPart } from './report-part.ts';

const percent = (share: number): string => (100 * share).toFixed(2);
const pair = ({ precision, recall }: { precision: number; recall: number }): string =>
  `${percent(precision)} / ${percent(recall)}`;

export function detectorPart({ detectors }: ApaStudy): ReportPart {
  if (detectors === undefined)
    return {
      findings: [],
      section: {
        title: 'Detectors',
        text: 'The networks, or the figures on their card, are not there: nothing can be said of the detectors.',
      },
    };
  const all = detectors.rows.find(({ group }) => group === 'all');
  const day = detectors.rows.find(({ group }) => group === 'day');
  return {
    findings: [...(all === undefined ? [] : overallFindings(all)), ...(day === undefined ? [] : [dayFinding(day)])],
    section: {
      title: 'Detectors',
      text:
        'From the card of the shipped networks, on pictures that they were not trained on. Published: DMPR-PS 99.42 / 99.37 % by its own criterion (10 of 600 pixels, 30°, the same shape) on photographs; SPFCN 98.01 / 97.31 % ' +
        'within 6 cm, corner error 1.51 cm. Ours sees pictures that our own cameras draw.',
      table: {
        caption: 'Precision / recall in %, corner errors in cm',
        titles: [
          'Pictures',
          '#number',
          '#slots, published criterion',
          '#slots within 6 cm',
          '#points, published criterion',
          '#points within 6 cm',
          '#corner error',
          '#occupancy %',
        ],
        rows: detectors.rows.map((row) => [
          row.group,
          String(row.pictures),
          pair(row.slots.published),
          pair(row.slots.narrow),
          pair(row.points.published),
          pair(row.points.narrow),
          (100 * row.cornerError.mean).toFixed(2),
          percent(row.occupancy.accuracy),
        ]),
      },
    },
  };
}

const overallFindings = ({ slots, cornerError, occupancy, pictures }: DetectorRow): ReportPart['findings'] => [
  {
    sentence: `Detectors: slots within 6 cm with at least 98 / 97 % over ${pictures} pictures of all conditions (${pair(slots.narrow)} %)`,
    pass: slots.narrow.precision >= 0.98 && slots.narrow.recall >= 0.97,
  },
  {
    sentence: `Detectors: corners within 1.5 cm on average (${(100 * cornerError.mean).toFixed(2)} cm), occupancy right in at least 99 % (${percent(occupancy.accuracy)} %)`,
    pass: cornerError.mean <= 0.015 && occupancy.accuracy >= 0.99,
  },
];

const dayFinding = ({ slots }: DetectorRow): ReportPart['findings'][number] => ({
  sentence: `Detectors: slots on day pictures by the published criterion with at least 99 % (${pair(slots.published)} %)`,
  pass: slots.published.precision >= 0.99 && slots.published.recall >= 0.99,
});
