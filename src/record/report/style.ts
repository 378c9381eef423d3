/** How a report looks: calm, one column, light and dark, and ink-saving on paper. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --soft: #5c6670; --line: #dfe3e8; --wash: #f5f7f9;
  --good: #1a7f4b; --bad: #b3261e; --good-wash: #e7f4ec; --bad-wash: #fbeae8;
  --s1: #2563a8; --s2: #c8501e; --s3: #2a8a57; --s4: #8a4fb0; --s5: #a57c00; --s6: #c23b74; --s7: #14808f; --s8: #6b6f76;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --ink: #e6e9ec; --soft: #9aa4ae; --line: #2c3239; --wash: #1c2025;
    --good: #58c48a; --bad: #ff8a80; --good-wash: #16301f; --bad-wash: #3a1c1a;
    --s1: #6fa8ea; --s2: #f0905e; --s3: #5fc48c; --s4: #c08be0; --s5: #d9b44a; --s6: #ee7fac; --s7: #4fc0cf; --s8: #a3a8ae;
  }
}
:root.for-print {
  color-scheme: light;
  --paper: #ffffff; --ink: #000000; --soft: #444444; --line: #cccccc; --wash: #ffffff;
  --good: #14653b; --bad: #9b1c15; --good-wash: #ffffff; --bad-wash: #ffffff;
  --s1: #2563a8; --s2: #c8501e; --s3: #2a8a57; --s4: #8a4fb0; --s5: #a57c00; --s6: #c23b74; --s7: #14808f; --s8: #6b6f76;
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 66rem;
  background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
header { border-bottom: 1px solid var(--line); padding-bottom: 1.25rem; margin-bottom: 1.5rem; }
h1 { font-size: 1.75rem; font-weight: 650; letter-spacing: -0.01em; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; font-weight: 650; margin: 2.5rem 0 0.6rem; }
header p { margin: 0.5rem 0 0; max-width: 46rem; white-space: pre-line; }
.verdict { display: inline-block; margin: 0.9rem 0 0; padding: 0.15rem 0.7rem; border-radius: 1rem; font-weight: 600; font-size: 0.9rem; }
.pass { color: var(--good); } .fail { color: var(--bad); } td.pass, td.fail { white-space: nowrap; }
.verdict.pass { background: var(--good-wash); } .verdict.fail { background: var(--bad-wash); }
.note { color: var(--bad); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: 1rem 1.5rem; margin: 0; }
dt { color: var(--soft); font-size: 0.82rem; } dd { margin: 0; font-weight: 550; overflow-wrap: anywhere; }
code { font: 0.88em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; color: var(--soft); font-size: 0.88rem; padding-bottom: 0.4rem; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 1.1rem 0.45rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-size: 0.82rem; font-weight: 550; white-space: nowrap; }
tbody th { font-weight: 550; overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
tbody th { min-width: 7rem; }
td:last-child:not(.number):not(:first-child) { min-width: 14rem; }
.quiet { color: var(--soft); }
ul { list-style: none; margin: 0; padding: 0; }
figure { margin: 1.75rem 0 0; break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: 0.4rem; }
figcaption span { display: block; font-weight: 400; color: var(--soft); font-size: 0.9rem; }
.hint { color: var(--soft); font-size: 0.88rem; margin: 0; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; font-size: 0.85rem; margin-top: 0.2rem; }
.legend i { display: inline-block; width: 1.1rem; height: 0; border-top: 2.5px solid; vertical-align: middle; margin-right: 0.4rem; }
svg.xy { display: block; width: 100%; height: auto; }
svg.xy text { font-size: 12px; fill: var(--soft); } svg.xy text.axis { fill: var(--ink); font-size: 12.5px; }
svg.xy .grid { stroke: var(--line); stroke-width: 1; } svg.xy .line { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
svg.xy .ground { fill: none; stroke: var(--soft); stroke-width: 0.8; opacity: 0.55; }
.pictures > div { display: flex; flex-wrap: wrap; gap: 0.6rem; } .pictures img { flex: 1 1 18rem; max-width: 100%; min-width: 0; height: auto; border-radius: 4px; image-rendering: auto; }
.plan { --s1: #58b7ff; --s2: #ff9a5c; --s3: #5fd394; --s4: #d59bf2; --s5: #f2c94c; --s6: #ff8ab8; --s7: #4fd3e3; --s8: #c3c8ce; }
.plan .line.edge { stroke: #000; stroke-opacity: 0.55; stroke-width: 4.5; } .plan .line { stroke-width: 2.4; }
.plan .solid { stroke: #000; stroke-opacity: 0.35; stroke-width: 0.8; }
.planned { fill: none; stroke: #ffe08a; stroke-width: 2; stroke-dasharray: 7 5; } .planned.earlier { stroke-opacity: 0.45; stroke-width: 1.4; }
.body { fill: #58b7ff; fill-opacity: 0.05; stroke: #bfe3ff; stroke-opacity: 0.5; stroke-width: 0.9; } .body.last { fill-opacity: 0.4; stroke-opacity: 1; stroke-width: 1.8; }
.slot { fill-opacity: 0.22; stroke-width: 1.4; } .slot.free { fill: #5fd394; stroke: #5fd394; } .slot.taken { fill: #ff6b5e; stroke: #ff6b5e; }
.slot.unknown { fill: #c3c8ce; stroke: #c3c8ce; } .slot.chosen { fill: #58b7ff; stroke: #58b7ff; fill-opacity: 0.4; } .obstacle { fill: none; stroke: #ff9a5c; stroke-width: 1.4; }
.legend b { display: inline-block; width: 1rem; height: 0.75rem; border: 1.5px solid; vertical-align: -1px; margin-right: 0.4rem; }
.legend .planned { border-top-style: dashed; border-color: #d9a400; } .legend .planned.earlier { opacity: 0.5; }
.legend .free { border-color: #2a8a57; background: #5fd39455; } .legend .taken { border-color: #d63b2f; background: #ff6b5e55; } .legend .chosen { border-color: #2b87d1; background: #58b7ff77; }
.legend .unknown { border-color: #8a9096; background: #c3c8ce55; } .legend .obstacle { border-color: #e0762f; } .legend .body { border-color: #7fb6dd; }
.legend .t { border-color: #c9a800; background: #ffe94d; } .legend .l { border-color: #1798a8; background: #4fd3e3; }
.gallery { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0 1.2rem; } .gallery .wide { grid-column: 1 / -1; }
.overlaid { position: relative; flex: 1 1 18rem; max-width: 100%; min-width: 0; } .overlaid img { width: 100%; display: block; }
.overlay { position: absolute; inset: 0; width: 100%; height: 100%; } .overlay * { vector-effect: non-scaling-stroke; }
.mark path { fill: none; stroke-width: 2.5; } .mark.t { stroke: #ffe94d; fill: #ffe94d; } .mark.l { stroke: #4fd3e3; fill: #4fd3e3; } .mark circle { stroke: #000; stroke-width: 1; }
svg.xy .now { stroke: var(--paper); stroke-width: 1.5; }
.chart { min-height: 250px; }
.u-legend { text-align: left; font-size: 0.85rem; }
.u-legend th, .u-legend td { border: 0; padding: 0; font-weight: 400; color: var(--ink); }
.u-legend .u-series > * { padding: 0.1rem 0.25rem; }
.u-legend .u-series:first-child { display: none; }
.u-legend .u-marker { height: 0.2rem; }
.u-legend td.u-value { min-width: 5.5em; color: var(--soft); }
.u-select { background: color-mix(in srgb, var(--s1) 14%, transparent); }
.u-hz .u-cursor-x, .u-vt .u-cursor-y { border-right-color: var(--soft); }
.u-hz .u-cursor-y, .u-vt .u-cursor-x { border-bottom-color: var(--soft); }
footer { margin-top: 3rem; color: var(--soft); font-size: 0.85rem; }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  .hint, .u-value, .now { display: none; }
  .chart { min-height: 0; }
  h2 { break-after: avoid; } tr { break-inside: avoid; }
}
`;
