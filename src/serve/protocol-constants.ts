/** What servers and viewers of a run agree on; runs in browsers, too. */

/**
 * The protocol has two names: that of the first specification, which Lichtblick asks for, and that of Foxglove's SDK, which is
 * the same on the wire as far as it is used here.
 */
export const SUBPROTOCOLS: readonly string[] = ['foxglove.sdk.v1', 'foxglove.websocket.v1'];

/** First byte of a binary frame from a server. */
export const Opcode = { message: 0x01, time: 0x02 } as const;

/** Opcode, subscription u32 and log time u64 before the payload [bytes]. */
export const MESSAGE_HEADER = 1 + 4 + 8;

export const StatusLevel = { info: 0, warning: 1, error: 2 } as const;
export type StatusLevel = (typeof StatusLevel)[keyof typeof StatusLevel];

/** The scenario as YAML, fully resolved; published once. */
export const SCENARIO_TOPIC = '/skidpad/scenario';
