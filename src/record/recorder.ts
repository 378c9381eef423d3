/**
 * Records a run: every publication of the chosen signals, and what the loop says about itself. The scenario comes
 * first in the file, so that a recording that was cut short still says what it is a recording of.
 */
import type { OutputPort } from '../core/signal.ts';
import { createHash, foldString, hashToHex } from '../math/hash.ts';
import type { Image } from '../msgs/index.ts';
import { ChainLink, CompressedImage, DeadlineMiss, Provenance } from '../msgs/index.ts';
import type { AssetFile } from '../scenario/assets.ts';
import { MODULE_METADATA, OWN_TOPICS, RESULT_METADATA, RUN_METADATA, SCENARIO_ATTACHMENT } from './mcap/format.ts';
import type { McapWriter } from './mcap/writer.ts';
import type { MetricResult } from './metrics/metrics.ts';

export interface RecorderOptions {
  /** The scenario, fully resolved. */
  readonly scenarioYaml: string;
  /** Its name. */
  readonly scenario: string;
  readonly seed: number;
  readonly tickNs: number;
  /** Of Skidpad. */
  readonly version: string;
  /** Files that the scenario names. */
  readonly files: readonly AssetFile[];
  /** What is known of users' modules; absent where there are none. */
  readonly modules?: string;
  /** By which whoever wrote the run knows it again. */
  readonly seal?: string;
}

/** Makes images small, those that can be. */
export interface ImageCompressor {
  /** What of, for the channel's metadata. */
  readonly as: string;
  compress(image: Image): CompressedImage | undefined;
}

/** What is known only at the end. */
export interface RunSummary {
  readonly hash: string;
  readonly ticks: number;
  readonly deadlineMisses: number;
  readonly metrics: readonly MetricResult[];
}

export class Recorder {
  private readonly tickNs: number;
  private readonly channels: { readonly chain: number; readonly provenance: number; readonly misses: number };
  private links = 0;
  private publications = 0;
  private misses = 0;
  private finished = false;

  constructor(
    private readonly writer: McapWriter,
    options: RecorderOptions,
  ) {
    this.tickNs = options.tickNs;
    writer.attach(SCENARIO_ATTACHMENT, 'application/yaml', new TextEncoder().encode(options.scenarioYaml));
    for (const { name, bytes } of options.files) writer.attach(name, 'application/octet-stream', bytes);
    writer.metadata(RUN_METADATA, {
      version: options.version,
      scenario: options.scenario,
      scenarioHash: textHash(options.scenarioYaml),
      seed: String(options.seed),
      tickNs: String(options.tickNs),
      ...(options.seal !== undefined && { seal: options.seal }),
    });
    if (options.modules !== undefined) writer.metadata(MODULE_METADATA, { facts: options.modules });
    this.channels = {
      chain: writer.addChannel({ topic: OWN_TOPICS.chain, type: ChainLink }),
      provenance: writer.addChannel({ topic: OWN_TOPICS.provenance, type: Provenance }),
      misses: writer.addChannel({ topic: OWN_TOPICS.deadlineMisses, type: DeadlineMiss }),
    };
  }

  /**
   * Records the publications of this output from now on, at their times of publication: all of them, or the first
   * in each of `rateHz` equal parts of a second. The channel's metadata name block, port and rate. With `compress` they are
   * images, and go to a channel of their own; those that cannot be compressed stay as they are.
   */
  record(port: OutputPort, rateHz = Infinity, compress?: ImageCompressor): void {
    const { signal } = port;
    const thinned = rateHz !== Infinity;
    const write = compress === undefined ? this.plainWriter(port, rateHz) : this.imageWriter(port, rateHz, compress);
    const periodNs = thinned ? 1e9 / rateHz : 0;
    let lastPart = -1;
    port.listen(() => {
      if (this.finished) return;
      const part = thinned ? Math.floor(signal.publishedNs / periodNs) : -1;
      if (thinned && part === lastPart) return;
      lastPart = part;
      write();
    });
  }

  private plainWriter(port: OutputPort, rateHz: number): () => void {
    const { writer } = this;
    const { type, topic, signal } = port;
    const id = writer.addChannel({ topic, type, metadata: channelMetadata(port, rateHz) });
    return () => writer.writeMessage(id, type, signal.value, signal.sequence, signal.publishedNs, signal.publishedNs);
  }

  private imageWriter(port: OutputPort, rateHz: number, { as, compress }: ImageCompressor): () => void {
    const { writer } = this;
    const { topic, signal } = port;
    const id = writer.addChannel({
      topic: `${topic}/compressed`,
      type: CompressedImage,
      metadata: { ...channelMetadata(port, rateHz), as },
    });
    let writePlain: (() => void) | undefined;
    return () => {
      const { value, sequence, publishedNs } = signal;
      const image = compress(value as Image);
      if (image !== undefined) writer.writeMessage(id, CompressedImage, image, sequence, publishedNs, publishedNs);
      else (writePlain ??= this.plainWriter(port, rateHz))();
    };
  }

  link(message: ChainLink): void {
    if (this.finished) return;
    const timeNs = message.tick * this.tickNs;
    this.writer.writeMessage(this.channels.chain, ChainLink, message, ++this.links, timeNs, timeNs);
  }

  missed(message: DeadlineMiss): void {
    if (this.finished) return;
    const timeNs = message.due_tick * this.tickNs;
    this.writer.writeMessage(this.channels.misses, DeadlineMiss, message, ++this.misses, timeNs, timeNs);
  }

  provenance(message: Provenance): void {
    if (this.finished) return;
    const timeNs = message.publish_tick * this.tickNs;
    this.writer.writeMessage(this.channels.provenance, Provenance, message, ++this.publications, timeNs, timeNs);
  }

  /** Adds the result and ends the recording; what is published afterwards is not recorded. The file is closed by its owner. */
  finish(summary: RunSummary): void {
    if (this.finished) return;
    this.finished = true;
    this.writer.metadata(RESULT_METADATA, {
      hash: summary.hash,
      ticks: String(summary.ticks),
      deadlineMisses: String(summary.deadlineMisses),
      metrics: JSON.stringify(summary.metrics),
    });
  }
}

const channelMetadata = ({ block, name }: OutputPort, rateHz: number): Record<string, string> => ({
  block,
  port: name,
  ...(rateHz !== Infinity && { rateHz: String(rateHz) }),
});

/** Sixteen hex digits of a text. */
export function textHash(text: string): string {
  const hash = createHash();
  foldString(hash, text);
  return hashToHex(hash);
}
