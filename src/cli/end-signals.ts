/** What asks a command to end: Ctrl-C, a service manager or a batch system, and the terminal that goes away. */
export function onEndSignals(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}
