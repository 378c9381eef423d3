/** `npm run docs`: the API of every entry of the package as pages in dist/api, which `skidpad studio` serves at /api/. */
import { join } from 'node:path';
import { Application } from 'typedoc';
import { entries } from './entries.mjs';
import { root } from './setup.mjs';

/** Types of the states and parameters of blocks, which their definitions have to name. */
const INTERNAL = [
  'ActuatorState',
  'AvoidanceState',
  'BicycleState',
  'CruiseState',
  'Drift',
  'EncoderState',
  'FourWheelBlockState',
  'FourWheelParams',
  'ImuState',
  'LaneKeepingState',
  'LaneMpcState',
  'Laps',
  'LineSteeringState',
  'Memory',
  'OvertakingState',
  'SingleTrackCar',
];

const application = await Application.bootstrap({
  name: 'Skidpad',
  entryPoints: entries.map(({ source }) => join(root, source)),
  tsconfig: join(root, 'tsconfig.json'),
  readme: 'none',
  out: join(root, 'dist', 'api'),
  // types are checked by `npm test`; pages have no addresses of servers in them
  skipErrorChecking: true,
  disableSources: true,
  excludePrivate: true,
  hideGenerator: true,
  includeVersion: true,
  // they are nobody else's business
  intentionallyNotExported: INTERNAL,
  logLevel: 'Warn',
});
const project = await application.convert();
if (project === undefined) process.exit(1);
application.validate(project);
await application.generateOutputs(project);
