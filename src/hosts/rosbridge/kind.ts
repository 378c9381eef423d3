/** On a robot, or anything else, behind rosbridge, that stands in for the block. */
import type { HostKind } from '../../core/host.ts';
import { choice, list, map, param, text } from '../../core/schema.ts';
import { compressions } from '../../rosbridge/operations.ts';
import { ROSBRIDGE_LINK } from '../../rosbridge/rosbridge-link.ts';

const params = {
  link: text(undefined, 'the rosbridge link'),
  topics: map(text(undefined, 'the topic'), 'the topic of each port, where it is not called like the port'),
  timing: choice(
    'free',
    ['free', 'answered'],
    'free: the robot goes by its own clock, and what has arrived is its answer; answered: it steps when it is released, and the loop waits for it',
  ),
  watch: list(text(undefined, 'an output'), [], 'the outputs whose age counts for maxAge; all when empty'),
  zeroAtEnd: list(
    text(undefined, 'an input'),
    [],
    'inputs that get a zero message when the run ends, beside all of Twist and AckermannDrive',
  ),
  compression: choice('none', compressions, 'how the peer sends messages'),
  throttle: param(0, 's', 'least time between two messages of a topic that the peer sends', { min: 0, max: 3600 }),
};

export const rosbridgeHostKind = {
  kind: 'rosbridge',
  doc: 'on a robot behind rosbridge: its inputs are published there, its outputs are what the robot publishes',
  params,
  links: { link: ROSBRIDGE_LINK },
  shorthand: 'link',
  traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true, ownStamps: true },
  label: ({ link, timing }: { readonly link: string; readonly timing: string }) =>
    timing === 'free' ? `rosbridge (${link})` : `rosbridge (${link}, answered)`,
} as const satisfies Omit<HostKind<typeof params>, 'open'>;
