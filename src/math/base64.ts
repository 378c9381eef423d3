const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = '='.charCodeAt(0);
const INVALID = 0xff;

const codeOf = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0));
const valueOf = new Uint8Array(256).fill(INVALID);
codeOf.forEach((code, value) => (valueOf[code] = value));

const ascii = new TextDecoder();

/** Bytes as base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  const { length } = bytes;
  const codes = new Uint8Array(4 * Math.ceil(length / 3));
  for (let i = 0, o = 0; i < length; i += 3, o += 4) {
    const group = (bytes[i] << 16) | ((i + 1 < length ? bytes[i + 1] : 0) << 8) | (i + 2 < length ? bytes[i + 2] : 0);
    codes[o] = codeOf[group >> 18];
    codes[o + 1] = codeOf[(group >> 12) & 63];
    codes[o + 2] = i + 1 < length ? codeOf[(group >> 6) & 63] : PADDING;
    codes[o + 3] = i + 2 < length ? codeOf[group & 63] : PADDING;
  }
  return ascii.decode(codes);
}

/** The bytes of padded base64, or undefined when the text is not that. */
export function fromBase64(text: string): Uint8Array | undefined {
  const { length } = text;
  if (length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((length / 4) * 3 - padding);

  // the unused bits of the last letter must be zero, so that each array has one text
  let pending = 0;
  let bits = 0;
  let o = 0;
  for (let i = 0; i < length - padding; i++) {
    const code = text.charCodeAt(i);
    const value = code < 256 ? valueOf[code] : INVALID;
    if (value === INVALID) return undefined;
    pending = (pending << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[o++] = pending >> bits;
      pending &= (1 << bits) - 1;
    }
  }
  return pending === 0 ? bytes : undefined;
}
