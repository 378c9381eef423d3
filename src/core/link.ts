/**
 * A link: a door to something real that several hosts share, such as a bus adapter, a serial line or a socket. A scenario
 * names it once under `links:`; it is opened before the first host, shared by all that name it, and closed after the last.
 *
 * What a link offers besides `close` is between its kind and the hosts that use it.
 */
import type { DoorFault } from './door-faults.ts';
import { oneLine } from './one-line.ts';
import { InputError, quote, suggestion } from './input-error.ts';
import type { FieldValues, Fields } from './schema.ts';

export interface Link {
  close(): void | Promise<void>;
}

/** What hosts may ask of a link, whatever its kind: frames of a CAN bus, bytes of a serial line, or topics of ROS. */
type LinkTraffic = 'can' | 'bytes' | 'ros';

/** Which links a host can use: those of one kind, or all that carry something. */
export interface WantedLink {
  readonly kind?: string;
  readonly carries?: LinkTraffic;
}

export interface LinkKind<P extends Fields = Fields, L extends Link = Link> {
  /** As scenarios write it. */
  readonly kind: string;
  /** What every link that carries the same can do: `bus/can/can-link.ts`, `bus/serial/byte-link.ts`. */
  readonly carries?: LinkTraffic;
  /** One sentence for tables and completion. */
  readonly doc: string;
  readonly params: P;
  /** A sentence when parameters contradict each other: `[path below the link, problem]`. */
  check?(params: FieldValues<P>): readonly [path: string, problem: string] | undefined;
  /** Rejects with an Error whose message is a sentence. */
  open(params: FieldValues<P>, context: LinkContext): Promise<L>;
}

/** A kind of any shape, as registries hold it. */
export interface AnyLinkKind extends Pick<LinkKind, 'kind' | 'carries' | 'doc' | 'params'> {
  check?(params: any): readonly [path: string, problem: string] | undefined;
  open(params: any, context: LinkContext): Promise<Link>;
}

/** Declares a kind of link; exists only for type inference. */
export const defineLink = <const P extends Fields, L extends Link>(kind: LinkKind<P, L>): LinkKind<P, L> => kind;

export interface LinkContext {
  /** Its name in the scenario. */
  readonly name: string;
  /** Simulated time that the loop has reached [ns]: the stamp of what arrives now. */
  nowNs(): number;
  /** A line for people. */
  log(line: string): void;
}

/** One link of a scenario. */
export interface LinkSpec {
  readonly name: string;
  readonly kind: AnyLinkKind;
  readonly params: Readonly<Record<string, unknown>>;
  /** What goes wrong with what passes it; nothing when absent. */
  readonly faults?: readonly DoorFault[];
}

/** A kind of link, or no more than its name, or what it carries. */
interface LinkOf<L> extends WantedLink {
  open?(params: any, context: LinkContext): Promise<L>;
}

/** A sentence when a link is not what is wanted. */
export function linkProblem(name: string, { kind, carries }: AnyLinkKind, wanted: WantedLink): string | undefined {
  if (wanted.kind !== undefined && kind !== wanted.kind)
    return `expected a link of kind ${wanted.kind}, but ${name} is of kind ${kind}`;
  if (wanted.carries !== undefined && carries !== wanted.carries)
    return `expected a link that carries ${TRAFFIC[wanted.carries]}, but ${name} is of kind ${kind}`;
  return undefined;
}

const TRAFFIC: Readonly<Record<LinkTraffic, string>> = { can: 'CAN frames', bytes: 'bytes', ros: 'topics of ROS' };

/** The open links of a run. */
export class Links {
  private readonly open = new Map<string, { readonly spec: LinkSpec; readonly link: Link }>();

  /** Opens them in their order; when one fails, those before it are closed. */
  static async open(specs: readonly LinkSpec[], context: Omit<LinkContext, 'name'>): Promise<Links> {
    const links = new Links();
    try {
      for (const spec of specs) {
        const { name, kind, params } = spec;
        links.open.set(name, { spec, link: await kind.open(params, { ...context, name }) });
      }
    } catch (error) {
      const failed = specs[links.open.size].name;
      await links.close();
      throw new LinkError(failed, (error as Error).message, error);
    }
    return links;
  }

  /** The link of that name, which must be what is wanted. `path` is where the name was written. */
  get<L extends Link>(name: string, kind: LinkOf<L>, path: string): L {
    const entry = this.open.get(name);
    if (entry === undefined) {
      throw new InputError(path, `there is no link ${quote(name)}${suggestion(name, this.open.keys())}`);
    }
    const problem = linkProblem(name, entry.spec.kind, kind);
    if (problem !== undefined) throw new InputError(path, problem);
    return entry.link as L;
  }

  /** What goes wrong with what passes the link of that name. Hosts that carry frames or bytes look there. */
  faultsOf(name: string): readonly DoorFault[] {
    return this.open.get(name)?.spec.faults ?? [];
  }

  async close(): Promise<void> {
    const opened = [...this.open.values()].reverse();
    this.open.clear();
    await Promise.allSettled(opened.map(({ link }) => link.close()));
  }
}

/** A link could not be opened, or broke. The command line turns it into exit code 3. */
export class LinkError extends Error {
  override readonly name = 'LinkError';

  constructor(
    readonly link: string,
    readonly problem: string,
    cause?: unknown,
  ) {
    super(`links.${link}: ${oneLine(problem, 700)}`, { cause });
  }
}
