/** What a computer in a gPTP domain is told; names and defaults are those of IEEE 802.1AS-2020. */
import type { FieldValues } from '../../core/schema.ts';
import { fixed, group, integer, list, optional, param, text } from '../../core/schema.ts';
import { clockFault } from './clock-faults.ts';
import { oscillatorParams } from './oscillator.ts';
import { servoParams } from './servo.ts';

const octet = { min: 0, max: 255 };

const link = group(
  {
    delay: param(200e-9, 's', 'from the peer to here; a metre of cable takes 5 ns', { min: 0, max: 0.1 }),
    jitter: param(0, 's', 'width of the uniformly distributed extra delay, as of switches that know no gPTP', {
      min: 0,
      max: 0.1,
    }),
    delayAsymmetry: param(0, 's', 'known excess of the way from the peer to here over the mean of both ways'),
  },
  'a link as packets find it on their way here',
);

export const gptpParams = {
  identity: optional(fixed(text(undefined, 'clockIdentity, sixteen hexadecimal digits; made of the name when absent'))),
  links: fixed(list(link, undefined, 'one for each port', 1)),
  clock: group(oscillatorParams, 'its oscillator'),
  servo: group(servoParams, 'how its time follows the master'),
  priority1: integer(248, '', 'the least becomes grandmaster; 255 never does', octet),
  clockClass: integer(248, '', 'decides after priority1', octet),
  clockAccuracy: integer(254, '', 'decides after the class', octet),
  offsetScaledLogVariance: integer(17258, '', 'decides after the accuracy', { min: 0, max: 65535 }),
  priority2: integer(248, '', 'decides before the identity', octet),
  domain: integer(0, '', 'packets of other domains are ignored', octet),
  syncInterval: param(0.125, 's', 'time between two Syncs of a grandmaster', { above: 0 }),
  announceInterval: param(1, 's', 'time between two Announces', { above: 0 }),
  pdelayInterval: param(1, 's', 'time between two measurements of a link', { above: 0 }),
  receiptTimeout: integer(3, '', 'intervals without Sync or Announce after which a master is lost', { min: 2 }),
  delayWindow: integer(8, '', 'measurements of a link that are averaged', { min: 1, max: 256 }),
  maxLinkDelay: param(10e-6, 's', 'a longer link is not used', { above: 0 }),
  allowedLostResponses: integer(9, '', 'unanswered measurements after which a link is not used', { min: 0 }),
  asymmetryBound: param(0, 's', 'most that the two ways of any link differ; half of it goes into the stated error', {
    min: 0,
  }),
  holdoverBound: param(1e-6, 's/s', 'most that its rate is wrong while it follows; goes into the stated error', {
    min: 0,
  }),
  faults: list(
    clockFault(['jump', 'drift', 'freeze', 'silent'], 'its clock jumps, drifts, freezes; or it sends nothing'),
    [],
    'what goes wrong, and when',
  ),
};
export type GptpParams = FieldValues<typeof gptpParams>;
