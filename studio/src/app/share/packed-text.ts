/** Text small enough for a link: UTF-8, raw deflate (RFC 1951), base64url without padding (RFC 4648 §5). */

/** Largest text that a link may unpack to; a few hundred bytes of deflate can hold a gigabyte [bytes]. */
const LARGEST = 4 << 20;

export async function packText(text: string): Promise<string> {
  const packed = await new Response(
    new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer();
  let binary = '';
  for (const byte of new Uint8Array(packed)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Rejects when it is not such a text, is cut, or is too long. */
export async function unpackText(packed: string): Promise<string> {
  if (!/^[\w-]*$/.test(packed)) throw new Error('not base64url');
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new Error('too long');
    }
    text += decoder.decode(value, { stream: true });
  }
}
