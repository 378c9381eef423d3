/** Addresses of other machines: what is wrong with one, and the ones that were used last. */
const MOST = 5;

export function addressProblem(text: string): string | undefined {
  const address = text.trim();
  if (address === '') return 'Enter an address such as ws://localhost:8765.';
  if (!URL.canParse(address) || !/^wss?:$/.test(new URL(address).protocol))
    return 'The address should begin with ws:// or wss://, such as ws://localhost:8765.';
  return undefined;
}

/** The newest first, each once. */
export const withRecent = (recent: readonly string[], address: string): string[] =>
  [address, ...recent.filter((other) => other !== address)].slice(0, MOST);
