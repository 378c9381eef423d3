/** Why a CAN interface cannot be opened, as a sentence. */
import { readdirSync, readFileSync } from 'node:fs';

/** ARPHRD_CAN and IFF_UP of Linux. */
const CAN_TYPE = 280;
const IS_UP = 1;

const ofInterface = (name: string, what: string): number =>
  Number(readFileSync(`/sys/class/net/${name}/${what}`, 'utf8'));

/** Undefined where nothing speaks against it. */
export function interfaceProblem(name: string): string | undefined {
  if (!/^[^/\s]{1,15}$/.test(name) || name === '.' || name === '..') return `${name}: is no name of an interface`;
  const all = readdirSync('/sys/class/net');
  const known = all.filter((other) => ofInterface(other, 'type') === CAN_TYPE);
  if (!all.includes(name))
    return `${name}: there is no such interface; CAN interfaces here: ${known.join(', ') || 'none'}`;
  if (!known.includes(name)) return `${name}: is no CAN interface; here there is ${known.join(', ') || 'none'}`;
  return (ofInterface(name, 'flags') & IS_UP) === 0 ? `${name}: is down; ip link set ${name} up` : undefined;
}
