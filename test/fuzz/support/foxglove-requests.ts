/** What hostile clients of the Foxglove protocol send: requests as text, messages as bytes. */
import { hostileJson, SeededChoices } from './seeded-choices.ts';

const OPERATIONS = [
  'subscribe',
  'unsubscribe',
  'advertise',
  'unadvertise',
  'getParameters',
  'setParameters',
  'subscribeParameterUpdates',
  'unsubscribeParameterUpdates',
  'subscribeConnectionGraph',
  'unsubscribeConnectionGraph',
  'fetchAsset',
  '__proto__',
  'x',
];

export function hostileRequest(choose: SeededChoices): Uint8Array {
  const value = () => (choose.below(3) === 0 ? hostileJson(choose) : String(choose.below(4)));
  const op = choose.of(OPERATIONS);
  const text = choose.of([
    () => `{"op":"${op}","subscriptions":[{"id":${value()},"channelId":${value()}}]}`,
    () => `{"op":"${op}","subscriptionIds":[${value()},${value()}],"channelIds":[${value()}]}`,
    () => `{"op":"${op}","parameterNames":[${value()}],"parameters":[{"name":${value()}}],"id":${value()}}`,
    () => `{"op":"${op}","channels":[{"id":${value()},"topic":${value()}}],"uri":${value()},"requestId":${value()}}`,
    () => `{"op":${value()}}`,
    () => hostileJson(choose),
  ])();
  return new TextEncoder().encode(text);
}

/** Message data, a call of a service, or an opcode that nobody knows; the lengths inside may be anything. */
export function hostileBinary(choose: SeededChoices): Uint8Array {
  const opcode = choose.of([1, 2, 3, choose.below(256)]);
  const words = Array.from({ length: choose.below(4) }, () =>
    choose.of([[0, 0, 0, 0], [255, 255, 255, 255], [choose.below(5), 0, 0, 0], choose.bytes(4)]),
  );
  return Uint8Array.of(opcode, ...words.flatMap((word) => [...word]), ...choose.bytes(choose.below(40)));
}
