/**
 * CAN frames as strings of bits, as slowly and plainly as the standard describes them, for tests of what is fast: fields one after the other,
 * long division for the CRC, stuff bits by looking back.
 */
export interface NaiveFrame {
  readonly id: number;
  readonly isExtended?: boolean;
  readonly isRemote?: boolean;
  readonly isFd?: boolean;
  readonly isFast?: boolean;
  readonly isPassive?: boolean;
  readonly data: readonly number[];
  /** Of a remote frame: how many bytes it asks for. */
  readonly asked?: number;
}

const FD_LENGTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64];

const binary = (value: number, width: number): string => value.toString(2).padStart(width, '0');
const flip = (bit: string): string => (bit === '0' ? '1' : '0');

/** Coefficients of the generators from the highest power on, as ISO 11898-1 writes them. */
const powers = (...exponents: number[]): string =>
  Array.from({ length: exponents[0] + 1 }, (_, i) => (exponents.includes(exponents[0] - i) ? '1' : '0')).join('');
export const GENERATOR_15 = powers(15, 14, 10, 8, 7, 4, 3, 0);
export const GENERATOR_17 = powers(17, 16, 14, 13, 11, 6, 4, 3, 1, 0);
export const GENERATOR_21 = powers(21, 20, 13, 11, 7, 4, 3, 0);

/** What is left of the bits, with zeros appended, after long division; `initial` is added to the first of them. */
export function remainder(bits: string, generator: string, initial = ''): string {
  const width = generator.length - 1;
  const digits = [...(bits + '0'.repeat(width))].map(Number);
  [...initial].forEach((bit, i) => (digits[i] ^= Number(bit)));
  for (let i = 0; i + width < digits.length; i++)
    if (digits[i] === 1) [...generator].forEach((bit, k) => (digits[i + k] ^= Number(bit)));
  return digits.slice(-width).join('');
}

/** With a stuff bit after every five equal bits, those at the very end only where asked for. */
function stuff(bits: string, atEnd: boolean): string {
  let stuffed = '';
  [...bits].forEach((bit, i) => {
    stuffed += bit;
    const tail = stuffed.slice(-5);
    if ((tail === '00000' || tail === '11111') && (i < bits.length - 1 || atEnd)) stuffed += flip(bit);
  });
  return stuffed;
}

const GRAY = ['000', '001', '011', '010', '110', '111', '101', '100'];
const evenParity = (bits: string): string => String([...bits].filter((bit) => bit === '1').length % 2);

const arbitrationOf = ({ id, isExtended, isRemote }: NaiveFrame): string => {
  const remote = isRemote ? '1' : '0';
  if (!isExtended) return `0${binary(id, 11)}${remote}`;
  return `0${binary(id, 29).slice(0, 11)}11${binary(id, 29).slice(11)}${remote}`;
};

/** All bits from the start of frame to the end of frame, the acknowledge slot recessive. */
export function naiveBits(frame: NaiveFrame): string {
  const { isExtended, isRemote, isFd, data, asked = 0 } = frame;
  const bytes = data.map((byte) => binary(byte, 8)).join('');
  const trailer = '1'.repeat(10);
  if (!isFd) {
    const length = binary(isRemote ? asked : data.length, 4);
    const body = `${arbitrationOf(frame)}00${length}${bytes}`;
    return stuff(body + remainder(body, GENERATOR_15), true) + trailer;
  }
  const control = `10${frame.isFast ? '1' : '0'}${frame.isPassive ? '1' : '0'}${binary(FD_LENGTHS.indexOf(data.length), 4)}`;
  const body = `${arbitrationOf(frame)}${isExtended ? '' : '0'}${control}${bytes}`;
  const stuffed = stuff(body, false);
  const gray = GRAY[(stuffed.length - body.length) % 8];
  const count = gray + evenParity(gray);
  const generator = data.length > 16 ? GENERATOR_21 : GENERATOR_17;
  const crc = remainder(stuffed + count, generator, '1');
  const checked = (count + crc).match(/.{1,4}/g)!;
  let bits = stuffed;
  for (const group of checked) bits += flip(bits.at(-1)!) + group;
  return bits + trailer;
}
