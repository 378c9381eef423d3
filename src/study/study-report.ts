/** A report over many runs: one HTML file with text, tables and charts, looking like the report of one run. */
import { reportStyle } from '../record/report/style.ts';
import { xmlText } from '../record/report/xml-text.ts';

export interface StudyTable {
  readonly caption: string;
  /** A title that begins with # heads numbers. */
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface StudySection {
  readonly title: string;
  readonly text?: string;
  readonly table?: StudyTable;
  /** Finished figures, from chart.ts. */
  readonly figures?: readonly string[];
}

export interface Study {
  readonly title: string;
  readonly description: string;
  readonly verdicts: readonly { readonly sentence: string; readonly pass: boolean }[];
  readonly sections: readonly StudySection[];
  /** Written beside the report: names, which may be in folders, and contents. */
  readonly files?: readonly (readonly [name: string, content: string])[];
}

export function studyHtml({ title, description, verdicts, sections }: Study): string {
  const failed = verdicts.filter(({ pass }) => !pass).length;
  const verdict =
    verdicts.length === 0
      ? ''
      : failed === 0
        ? `<p class="verdict pass">✓ All ${verdicts.length} findings hold</p>`
        : `<p class="verdict fail">✗ ${failed} of ${verdicts.length} findings ${failed === 1 ? 'does' : 'do'} not hold</p>`;
  const findings =
    verdicts.length === 0
      ? ''
      : `<section><h2>Findings</h2><div class="scroll"><table><tbody>${verdicts
          .map(
            ({ sentence, pass }) =>
              `<tr><td class="${pass ? 'pass' : 'fail'}">${pass ? '✓ holds' : '✗ fails'}</td><td>${xmlText(sentence)}</td></tr>`,
          )
          .join('')}</tbody></table></div></section>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${xmlText(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<header><h1>${xmlText(title)}</h1><p>${xmlText(description)}</p>${verdict}</header>
<main>
${findings}
${sections.map(sectionHtml).join('\n')}
</main>
<footer>Made by Skidpad.</footer>
</body>
</html>
`;
}

function sectionHtml({ title, text = '', table, figures = [] }: StudySection): string {
  const paragraphs = text
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => `<p>${xmlText(part)}</p>`);
  return `<section><h2>${xmlText(title)}</h2>${paragraphs.join('')}${table === undefined ? '' : tableHtml(table)}${figures.join('')}</section>`;
}

function tableHtml({ caption, titles, rows }: StudyTable): string {
  const isNumber = titles.map((name) => name.startsWith('#'));
  const head = titles.map(
    (name, i) =>
      `<th scope="col"${isNumber[i] ? ' class="number"' : ''}>${xmlText(isNumber[i] ? name.slice(1) : name)}</th>`,
  );
  const body = rows.map(
    (row) =>
      `<tr>${row.map((cell, i) => (i === 0 ? `<th scope="row">${xmlText(cell)}</th>` : `<td${isNumber[i] ? ' class="number"' : ''}>${xmlText(cell)}</td>`)).join('')}</tr>`,
  );
  return `<div class="scroll"><table><caption>${xmlText(caption)}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}
