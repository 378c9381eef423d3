/** Parameters of the platoon controllers; defaults are Plexe's. */
import { choice, group, integer, param } from '../../core/schema.ts';

export const LAWS = ['acc', 'path', 'ploeg', 'consensus', 'flatbed'] as const;

const positive = { above: 0 } as const;
const natural = { min: 0 } as const;

export const platoonParams = {
  law: choice('ploeg', LAWS, 'how the gap is kept: acc by radar alone, the others by radar and radio'),
  setSpeed: param(36.1, 'm/s', 'speed that is never exceeded, and driven with nobody ahead', natural),
  cruiseGain: param(1, '1/s', 'acceleration per speed below setSpeed', positive),
  comfortAcceleration: param(1.5, 'm/s²', 'most that cruising asks for, either way', positive),
  maxAcceleration: param(2.5, 'm/s²', 'most that is asked for', positive),
  maxDeceleration: param(9, 'm/s²', 'most braking that is asked for', positive),
  place: integer(1, '', 'place in the platoon; 1 is right behind the leader', { min: 1 }),
  length: param(4, 'm', 'length of a vehicle, for distances between fronts', positive),
  acc: group(
    {
      headway: param(1.2, 's', 'time gap; string stable from 2 (dead time + lag) on', positive),
      lambda: param(0.1, '1/s', 'how fast a gap error decays', positive),
      standstill: param(2, 'm', 'gap at rest', natural),
    },
    'adaptive cruise control, and what is fallen back to',
  ),
  path: group(
    {
      c1: param(0.5, '', 'weight of the leader against the predecessor', { min: 0, max: 1 }),
      xi: param(1, '', 'damping ratio', { min: 1 }),
      omega: param(0.2, 'rad/s', 'bandwidth', positive),
      spacing: param(5, 'm', 'gap at any speed', natural),
    },
    'CACC of PATH, constant spacing',
  ),
  ploeg: group(
    {
      headway: param(0.5, 's', 'time gap', positive),
      kp: param(0.2, '1/s²', 'acceleration per gap error', positive),
      kd: param(0.7, '1/s', 'acceleration per rate of the gap error', positive),
      standstill: param(2, 'm', 'gap at rest', natural),
      feedForward: param(1, '', "share of the predecessor's wanted acceleration; 0 makes it an ACC", {
        min: 0,
        max: 1,
      }),
    },
    "Ploeg's CACC, constant headway",
  ),
  consensus: group(
    {
      headway: param(0.8, 's', 'time gap, at the speed of the leader', natural),
      spacing: param(15, 'm', 'gap at rest', natural),
      speedGain: param(1.8, '1/s', 'acceleration per speed below the leader', positive),
      predecessorGain: param(0.86, '1/s²', 'acceleration per distance error to the predecessor', positive),
      leaderGain: param(0.08, '1/s²', 'acceleration per distance error to the leader', positive),
      firstGain: param(0.46, '1/s²', 'acceleration per distance error of the one right behind the leader', positive),
    },
    'consensus of positions told by radio',
  ),
  flatbed: group(
    {
      ka: param(2.4, '', 'damping by the own acceleration', natural),
      kv: param(0.6, '1/s', 'acceleration per speed difference to the predecessor', natural),
      kp: param(12, '1/s²', 'acceleration per gap error', positive),
      headway: param(4, 's', 'gap per speed above the leader', natural),
      spacing: param(5, 'm', 'gap at any speed', natural),
    },
    'flatbed tow truck model',
  ),
  beaconMaxAge: param(0.35, 's', 'beacons older than this are not relied on: three are missing at 10 Hz', positive),
  radarMaxAge: param(0.25, 's', 'radar older than this is not relied on', positive),
  recovery: param(1, 's', 'how long everything must be heard before cooperating again', natural),
  safeDeceleration: param(3, 'm/s²', 'braking without radar', positive),
};
