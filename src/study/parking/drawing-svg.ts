/** A drawing in metres as SVG, y upwards. */
import { xmlText } from '../../record/report/xml-text.ts';
import type { Colour, Drawing, Shape } from './drawing.ts';

export function drawingSvg({ shapes, minX, minY, maxX, maxY }: Drawing, title: string): string {
  const [width, height] = [maxX - minX, maxY - minY];
  const body = shapes.map((shape) => shapeSvg(shape, minX, maxY)).join('\n');
  const box = `0 0 ${number(width)} ${number(height)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${Math.round(900)}" height="${Math.round((900 * height) / width)}">
<title>${xmlText(title)}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${body}
</svg>
`;
}

const number = (value: number): string => String(Number(value.toFixed(3)) + 0);
const colourText = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

function shapeSvg({ points, closed, fill, stroke, width = 0 }: Shape, left: number, top: number): string {
  const places: string[] = [];
  for (let i = 0; i < points.length; i += 2) places.push(`${number(points[i] - left)},${number(top - points[i + 1])}`);
  const line =
    stroke === undefined
      ? ''
      : ` stroke="${colourText(stroke)}" stroke-width="${number(width)}" stroke-linejoin="round"`;
  const name = closed ? 'polygon' : 'polyline';
  return `<${name} points="${places.join(' ')}" fill="${fill === undefined ? 'none' : colourText(fill)}"${line}/>`;
}
