/**
 * What runs inside a report: uPlot charts over one shared time axis, with zoom and cursor in step, and a marker on
 * the paths. Plain browser JavaScript, kept as text because the report is one file.
 */
export const reportScript = `
(() => {
  'use strict';
  const run = JSON.parse(document.getElementById('run-data').textContent);
  const time = Array.from({ length: run.rows }, (_, i) => run.start + i * run.period);
  const decode = (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return Array.from(new Float32Array(bytes.buffer), (v) => (Number.isFinite(v) ? v : null));
  };
  const columns = Object.fromEntries(Object.entries(run.columns).map(([name, text]) => [name, decode(text)]));
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const format = (value) => (value == null ? '–' : String(Number(value.toPrecision(5))).replace('-', '−'));
  const charts = [];
  const sync = uPlot.sync('run');
  let zooming = false;

  // all charts show the same stretch of time
  const follow = (chart, scale) => {
    if (scale !== 'x' || zooming) return;
    zooming = true;
    const { min, max } = chart.scales.x;
    for (const other of charts) if (other !== chart) other.setScale('x', { min, max });
    zooming = false;
  };

  // when something went wrong, behind the lines; what takes no time is a line
  const shade = (chart) => {
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.fillStyle = colour('--bad');
    ctx.globalAlpha = 0.12;
    for (const { from, to, isOpen } of run.faults) {
      const left = chart.valToPos(from, 'x', true);
      const right = isOpen ? bbox.left + bbox.width : chart.valToPos(to, 'x', true);
      ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height);
    }
    ctx.restore();
  };

  const units = (plot) => [...new Set(plot.series.map((series) => series.unit))];
  const axis = (extra) => ({
    stroke: colour('--soft'), font: '12px system-ui, sans-serif', labelFont: '12.5px system-ui, sans-serif', labelSize: 22,
    grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1, size: 4 }, ...extra,
  });

  const options = (plot, width) => ({
    width, height: 250, padding: [8, 12, 0, 0],
    cursor: { sync: { key: 'run', setSeries: false }, drag: { x: true, y: false }, points: { size: 6 } },
    legend: { live: true },
    scales: { x: { time: false } },
    hooks: { setScale: [follow], setCursor: [mark], drawAxes: [shade] },
    series: [
      { label: 'time', value: (u, v) => format(v) },
      ...plot.series.map((series, i) => ({
        label: series.name + (units(plot).length === 1 || series.unit === '' ? '' : ' [' + series.unit + ']'),
        scale: 'unit:' + series.unit,
        stroke: colour('--s' + (i % 8 + 1)), width: 1.6, pxAlign: 0, points: { show: false },
        paths: series.stepped ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.linear(),
        value: (u, v) => format(v),
      })),
    ],
    axes: [
      axis({ label: 'time [s]', size: 34 }),
      ...units(plot).slice(0, 2).map((unit, i) => axis({
        scale: 'unit:' + unit, side: i === 0 ? 3 : 1, label: unit === '' ? ' ' : '[' + unit + ']', size: 52,
        grid: { show: i === 0, stroke: colour('--line'), width: 1 },
        values: (u, splits) => splits.map(format),
      })),
    ],
  });

  // the cursor's instant on every path
  const paths = run.plots.flatMap((plot, i) => (plot.map ? [{ plot, svg: document.querySelector('[data-plot="' + i + '"] svg') }] : []));
  for (const path of paths) {
    path.dots = path.plot.series.map((series, i) => {
      const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
      dot.setAttribute('r', 6);
      dot.setAttribute('class', 'now');
      dot.style.fill = 'var(--s' + (i % 8 + 1) + ')';
      dot.style.display = 'none';
      return path.svg.appendChild(dot);
    });
  }
  function mark(chart) {
    const at = chart.cursor.left < 0 ? null : chart.cursor.idx;
    for (const { plot, dots } of paths) {
      plot.series.forEach(({ x, name }, i) => {
        const [px, py] = at == null ? [null, null] : [columns[x][at], columns[name][at]];
        dots[i].style.display = px == null || py == null ? 'none' : '';
        if (px == null || py == null) return;
        dots[i].setAttribute('cx', plot.map.xScale * px + plot.map.xOffset);
        dots[i].setAttribute('cy', plot.map.yScale * py + plot.map.yOffset);
      });
    }
  }

  const draw = (width) => {
    for (const chart of charts.splice(0)) { sync.unsub(chart); chart.destroy(); }
    run.plots.forEach((plot, i) => {
      if (plot.map) return;
      const place = document.querySelector('[data-plot="' + i + '"] .chart');
      const data = [time, ...plot.series.map((series) => columns[series.name])];
      const chart = new uPlot(options(plot, width ?? place.clientWidth), data, place);
      charts.push(chart);
    });
  };
  draw();
  let shown = document.body.clientWidth;
  addEventListener('resize', () => {
    if (document.body.clientWidth === shown) return;
    shown = document.body.clientWidth;
    for (const chart of charts) chart.setSize({ width: chart.root.parentElement.clientWidth, height: 250 });
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw());
  addEventListener('beforeprint', () => { document.documentElement.classList.add('for-print'); draw(680); });
  addEventListener('afterprint', () => { document.documentElement.classList.remove('for-print'); draw(); });
})();
`;
