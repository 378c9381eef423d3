/** What the study of automatic parking found, as findings, tables and figures. */
import type { Study } from '../../study-report.ts';
import type { ApaStudy } from './apa.ts';
import { cellsPart } from './cells-report.ts';
import { detectorPart } from './detector-report.ts';
import { e2ePart } from './e2e-report.ts';
import { lotsPart } from './lots-report.ts';
import { paperPart } from './paper-report.ts';
import { casesPart } from './cases-report.ts';
import type { ReportPart } from './report-part.ts';

export function apaReport(study: ApaStudy): Study {
  const parts: ReportPart[] = [
    e2ePart(study),
    ...paperPart(study),
    casesPart(study),
    cellsPart(study),
    detectorPart(study),
    lotsPart(study),
  ];
  return {
    title: 'Automatic parking, reproduced',
    description:
      'A Mini that parks itself, beside what is published: the table of E2E-Parking on its lot, the bench of the hardware-in-the-loop paper with its latency and its ' +
      'positioning error, planning problems of the kinds of TPCAP, every kind and size of slot, the detectors, and random lots. Errors are of the middle of the body to the ' +
      'middle of the slot, by a referee that reads the truth. True perception means that slots and obstacles come from the world as a perfect detector would tell them.',
    verdicts: parts.flatMap(({ findings }) => findings),
    sections: parts.map(({ section }) => section),
    files: parts.flatMap(({ files }) => files ?? []),
  };
}
