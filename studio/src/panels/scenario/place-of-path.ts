/** Where in a YAML text a sentence about it belongs: `blocks.camera.rateHz` or `world.solids[3].x` is a line of it. */
import { LineCounter, isMap, isNode, isSeq, parseDocument } from 'yaml';

/** The line, from 1 on, of the deepest part of the path that the text has; undefined when it has none of it. */
export function lineOfPath(text: string, path: string): number | undefined {
  // what cannot be read at all says where itself: file:line:column
  const position = /:(\d+):\d+$/.exec(path);
  if (position !== null) return Number(position[1]);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const key of path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
    const next = isMap(node)
      ? node.items.find((item) => String(isNode(item.key) ? item.key.toJSON() : item.key) === key)
      : undefined;
    const item = isSeq(node) ? node.items[Number(key)] : undefined;
    const found = next?.key ?? item;
    if (!isNode(found)) break;
    offset = found.range?.[0] ?? offset;
    node = next === undefined ? item : next.value;
  }
  return offset === undefined ? undefined : lineCounter.linePos(offset).line;
}
