type Clock = () => number;
const wallMs: Clock = () => performance.now();
/** Time of this process alone: what others do on the machine is not in it. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How fast this machine is just now, in plain JavaScript: 100 chained multiply-adds and divisions, the best of several rounds [ns]. */
export function plainArithmetic(nowMs = wallMs): number {
  let best = Infinity;
  let sink = 0;
  for (let round = 0; round < 20; round++) {
    const start = nowMs();
    for (let i = 0; i < 10_000; i++) {
      let x = i * 1e-3;
      for (let k = 0; k < 100; k++) x = x * 0.999 + 1 / (x + 2);
      sink += x;
    }
    best = Math.min(best, ((nowMs() - start) * 1e6) / 10_000);
  }
  return sink === 0 ? 0 : best;
}
