/**
 * Checksums over the data of a frame, without the byte that holds the checksum itself.
 *
 *   crc8-sae-j1850   polynomial 0x1D, start 0xFF, final XOR 0xFF      0x4B over "123456789"
 *   crc8-autosar     polynomial 0x2F, start 0xFF, final XOR 0xFF      0xDF over "123456789"
 *   crc8             polynomial 0x07, start 0x00, final XOR 0x00      0xF4 over "123456789"
 *   xor, sum         of all bytes, modulo 256
 *
 * Reference: AUTOSAR, Specification of CRC Routines; the check values are those of the catalogue of parametrised CRC algorithms.
 */
export const CHECKSUM_KINDS = ['crc8-sae-j1850', 'crc8-autosar', 'crc8', 'xor', 'sum'] as const;
export type ChecksumKind = (typeof CHECKSUM_KINDS)[number];

class Crc8 {
  private made: Uint8Array | undefined;

  constructor(
    private readonly polynomial: number,
    readonly start: number,
    readonly final: number,
  ) {}

  /** Made for the first frame, as most runs have none. */
  get table(): Uint8Array {
    return (this.made ??= crcTable(this.polynomial));
  }
}

const CRCS: Readonly<Record<string, Crc8>> = {
  'crc8-sae-j1850': new Crc8(0x1d, 0xff, 0xff),
  'crc8-autosar': new Crc8(0x2f, 0xff, 0xff),
  crc8: new Crc8(0x07, 0, 0),
};

/** Remainders of all bytes, most significant bit first. */
function crcTable(polynomial: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder << 1) ^ (remainder & 0x80 ? polynomial : 0);
    return remainder & 0xff;
  });
}

/** Of the first `length` bytes without the one at `own`. */
export function checksum(kind: ChecksumKind, data: Uint8Array, length: number, own: number): number {
  if (kind === 'xor' || kind === 'sum') return plainChecksum(kind, data, length, own);
  const { table, start, final } = CRCS[kind];
  let remainder = start;
  for (let i = 0; i < length; i++) if (i !== own) remainder = table[remainder ^ data[i]];
  return remainder ^ final;
}

function plainChecksum(kind: 'xor' | 'sum', data: Uint8Array, length: number, own: number): number {
  let total = 0;
  for (let i = 0; i < length; i++) {
    if (i === own) continue;
    total = kind === 'xor' ? total ^ data[i] : total + data[i];
  }
  return total & 0xff;
}
