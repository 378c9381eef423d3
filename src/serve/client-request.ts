/** What a client asks for. Nothing it sends is trusted: whatever is not exactly a request becomes a refusal with one sentence. */
import { quote } from '../core/input-error.ts';
import { isTree } from '../core/tree.ts';

export interface Subscription {
  readonly id: number;
  readonly channelId: number;
}

export type ClientRequest =
  | { readonly op: 'subscribe'; readonly subscriptions: readonly Subscription[] }
  | { readonly op: 'unsubscribe'; readonly subscriptionIds: readonly number[] }
  | { readonly op: 'getParameters'; readonly parameterNames: readonly string[]; readonly id?: string }
  | { readonly op: 'setParameters'; readonly parameterNames: readonly string[]; readonly id?: string }
  | { readonly op: 'refused'; readonly because: string };

/** Operations of the protocol that need a capability this server does not have. */
const CAPABILITY_OF: Readonly<Record<string, string>> = {
  advertise: 'clientPublish',
  unadvertise: 'clientPublish',
  subscribeParameterUpdates: 'parametersSubscribe',
  unsubscribeParameterUpdates: 'parametersSubscribe',
  subscribeConnectionGraph: 'connectionGraph',
  unsubscribeConnectionGraph: 'connectionGraph',
  fetchAsset: 'assets',
};

const refused = (because: string): ClientRequest => ({ op: 'refused', because });

/** A binary frame would be a message or a call of a service, and neither is offered. */
export const readBinaryRequest = (): ClientRequest =>
  refused('this server only shows: it takes no messages and has no services');

export function readTextRequest(text: string): ClientRequest {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch {
    return refused('expected JSON');
  }
  if (!isTree(request)) return refused(`expected an object with an op, got ${quote(request)}`);
  const { op } = request;
  switch (op) {
    case 'subscribe':
      return readSubscribe(request);
    case 'unsubscribe':
      return readUnsubscribe(request);
    case 'getParameters':
      return readParameterRequest('getParameters', request, request.parameterNames);
    case 'setParameters':
      return readParameterRequest('setParameters', request, namesOf(request.parameters));
    default:
      if (typeof op === 'string' && Object.hasOwn(CAPABILITY_OF, op))
        return refused(`${op}: this server has no capability ${CAPABILITY_OF[op]}`);
      return refused(`unknown operation ${quote(op)}`);
  }
}

function readSubscribe({ subscriptions }: Record<string, unknown>): ClientRequest {
  const fits =
    Array.isArray(subscriptions) &&
    subscriptions.every((entry) => isTree(entry) && isUint32(entry.id) && isUint32(entry.channelId));
  if (!fits) return refused('subscribe: expected subscriptions with an id and a channelId each');
  return { op: 'subscribe', subscriptions: subscriptions.map(({ id, channelId }) => ({ id, channelId })) };
}

function readUnsubscribe({ subscriptionIds }: Record<string, unknown>): ClientRequest {
  if (!Array.isArray(subscriptionIds) || !subscriptionIds.every(isUint32))
    return refused('unsubscribe: expected a list subscriptionIds');
  return { op: 'unsubscribe', subscriptionIds };
}

function readParameterRequest(
  op: 'getParameters' | 'setParameters',
  { id }: Record<string, unknown>,
  names: unknown,
): ClientRequest {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    return refused(`${op}: expected a list of parameters`);
  if (id !== undefined && typeof id !== 'string') return refused(`${op}: expected a text as id, got ${quote(id)}`);
  return { op, parameterNames: names, ...(id !== undefined && { id }) };
}

const namesOf = (parameters: unknown): unknown =>
  Array.isArray(parameters) ? parameters.map((entry) => (isTree(entry) ? entry.name : undefined)) : undefined;

const isUint32 = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
