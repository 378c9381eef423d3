/**
 * The MCAP container format, version 0, as far as reading and writing need it.
 *
 *   file    = magic  header  (schema | channel | chunk messageIndex* | attachment | metadata)*  dataEnd
 *             summary  summaryOffsets  footer  magic
 *   record  = opcode u8, length u64, content
 *
 * All integers are little-endian. Reference: https://mcap.dev/spec.
 */
export const MAGIC = Uint8Array.of(0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a);

export const OPCODE = {
  header: 0x01,
  footer: 0x02,
  schema: 0x03,
  channel: 0x04,
  message: 0x05,
  chunk: 0x06,
  messageIndex: 0x07,
  chunkIndex: 0x08,
  attachment: 0x09,
  attachmentIndex: 0x0a,
  statistics: 0x0b,
  metadata: 0x0c,
  metadataIndex: 0x0d,
  summaryOffset: 0x0e,
  dataEnd: 0x0f,
} as const;

/** Opcode and length of every record. */
export const RECORD_PREFIX = 9;
/** Prefix, channel, sequence, log time and publish time of a message record. */
export const MESSAGE_PREFIX = RECORD_PREFIX + 2 + 4 + 8 + 8;
/** Everything of an uncompressed chunk record before its records. */
export const CHUNK_PREFIX = RECORD_PREFIX + 8 + 8 + 8 + 4 + 4 + 8;
/** Prefix and content of the footer. */
export const FOOTER_SIZE = RECORD_PREFIX + 8 + 8 + 4;

/** Names under which a Skidpad run keeps what is not a message. */
export const SCENARIO_ATTACHMENT = 'scenario.yaml';
export const RUN_METADATA = 'skidpad';
export const RESULT_METADATA = 'skidpad.result';
export const MODULE_METADATA = 'skidpad.modules';
/** Topics of what the loop itself reports. */
export const OWN_TOPICS = {
  chain: '/skidpad/chain',
  provenance: '/skidpad/provenance',
  deadlineMisses: '/skidpad/deadline_misses',
} as const;
