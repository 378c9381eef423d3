/**
 * The checksums of CAN frames: remainders of the bits, most significant first, divided by a generator polynomial.
 *
 *   CRC-15   x¹⁵ + x¹⁴ + x¹⁰ + x⁸ + x⁷ + x⁴ + x³ + 1                                  classic frames, without their stuff bits
 *   CRC-17   x¹⁷ + x¹⁶ + x¹⁴ + x¹³ + x¹¹ + x⁶ + x⁴ + x³ + x + 1                       FD frames of up to 16 bytes
 *   CRC-21   x²¹ + x²⁰ + x¹³ + x¹¹ + x⁷ + x⁴ + x³ + 1                                 longer FD frames
 *
 * The registers of FD frames begin with a one in their most significant bit and nothing else, so that dominant bits before the first
 * recessive one are counted too; that of classic frames begins with zero.
 *
 * Reference: ISO 11898-1:2015, 10.4.2.6. Checked against: the check values of the three polynomials in the catalogue of parametrised CRC
 * algorithms, and division bit by bit.
 */
export class Crc {
  private made: Uint32Array | undefined;

  constructor(
    readonly width: number,
    readonly polynomial: number,
    readonly initial: number,
  ) {}

  /** What eight bits add to the register; made for the first frame, as most runs have none. */
  get table(): Uint32Array {
    return (this.made ??= tabulate(this));
  }
}

function tabulate({ width, polynomial }: Crc): Uint32Array {
  const mask = (1 << width) - 1;
  const table = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let register = byte << (width - 8);
    for (let i = 0; i < 8; i++) register = divideOnce(register, width, polynomial) & mask;
    table[byte] = register;
  }
  return table;
}

const divideOnce = (register: number, width: number, polynomial: number): number =>
  ((register >>> (width - 1)) & 1) === 1 ? (register << 1) ^ polynomial : register << 1;

export const CRC_15 = new Crc(15, 0x4599, 0);
export const CRC_17 = new Crc(17, 0x1685b, 1 << 16);
export const CRC_21 = new Crc(21, 0x102899, 1 << 20);

/** The register after one more bit. */
export const addBit = ({ width, polynomial }: Crc, register: number, bit: number): number =>
  divideOnce(register ^ (bit << (width - 1)), width, polynomial) & ((1 << width) - 1);

/** The register after eight more bits. */
export const addByte = (crc: Crc, register: number, byte: number): number =>
  ((register << 8) ^ crc.table[((register >>> (crc.width - 8)) ^ byte) & 255]) & ((1 << crc.width) - 1);
