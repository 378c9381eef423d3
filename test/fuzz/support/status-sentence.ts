/** What a server may say to a client that it does not understand. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

export function checkStatus(text: string): void {
  const { op, message } = JSON.parse(text) as { op: string; message?: string };
  if (op !== 'status') return;
  if (message === undefined || message.length < 5 || message.length > 1000 || CONTROL.test(message))
    throw new Error(`not one short sentence: ${text.slice(0, 2000)}`);
}
