/**
 * Writes src/msgs/generated/ from ROS 2 message definitions: the standard ones of ROS 2 Jazzy, as
 * @foxglove/rosmsg-msgs-common carries them, and those in src/msgs/definitions/.
 *
 * Run from the project's root after changing a definition, a unit or an emitter:
 *
 *   npx esbuild scripts/generate-messages.ts --bundle --platform=node --format=esm --packages=external \
 *     --outfile=node_modules/.cache/gen.mjs && node node_modules/.cache/gen.mjs
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadModels } from './generate-messages/definition-model.ts';
import { emitIndex, emitPackage, packageFile } from './generate-messages/emit-package.ts';

const selection: Readonly<Record<string, string>> = {
  builtin_interfaces: 'Time Duration',
  std_msgs: 'Header String Bool Float32 Float64 Int32 UInt8 ColorRGBA Float64MultiArray',
  geometry_msgs:
    'Point Point32 Vector3 Quaternion Pose Pose2D PoseStamped PoseWithCovariance PoseWithCovarianceStamped PoseArray ' +
    'Twist TwistStamped TwistWithCovariance TwistWithCovarianceStamped Accel AccelStamped ' +
    'Transform TransformStamped Wrench Polygon PolygonStamped',
  nav_msgs: 'Odometry Path MapMetaData OccupancyGrid',
  sensor_msgs:
    'JointState Imu LaserScan Range NavSatStatus NavSatFix MagneticField Image CompressedImage ' +
    'RegionOfInterest CameraInfo PointField PointCloud2 Joy',
  tf2_msgs: 'TFMessage',
  rosgraph_msgs: 'Clock',
  diagnostic_msgs: 'KeyValue DiagnosticStatus DiagnosticArray',
  visualization_msgs: 'Marker MarkerArray',
  ackermann_msgs: 'AckermannDrive AckermannDriveStamped',
  prius_msgs: 'Control',
  rosdrive_msgs: 'CarInfo LineCoords',
  skidpad_msgs:
    'VehicleState Provenance ChainLink DeadlineMiss Lane TrackState Lap MpcStatus LaneError SteerRequest Body Bodies Contact ' +
    'CanFrame CanBusStatus DbcStatus Diagnosis SerialBytes LineStatus ClockReading ClockDifference StampAge PtpPacket GptpStatus InjectionAck ' +
    'MarkingPoint MarkingPoints ParkingSlot ParkingSlots Footprint Footprints ParkingMap PathPoint ParkingTrajectory ParkingStatus ParkingError ' +
    'TrackingStatus TwinStatus PlatoonBeacon RadarTrack PlatoonStatus',
};

const ownDefinitions = 'src/msgs/definitions';
const standardDefinitions = 'node_modules/@foxglove/rosmsg-msgs-common/msgdefs/ros2jazzy';
const output = 'src/msgs/generated';

/** Every generated file: its path from the project's root, and its text. */
export function generate(): Map<string, string> {
  const keys = Object.entries(selection).flatMap(([name, types]) => types.split(' ').map((type) => `${name}/${type}`));
  const models = loadModels(keys, readDefinition);
  const files = new Map<string, string>();
  for (const name of new Set(models.map((model) => model.packageName))) {
    files.set(join(output, packageFile(name)), emitPackage(name, models));
  }
  files.set(join(output, 'index.ts'), emitIndex(models));
  return files;
}

function readDefinition(key: string): string {
  const candidates = [
    join(ownDefinitions, `${key}.msg`),
    join(standardDefinitions, `${key.replace('/', '/msg/')}.msg`),
  ];
  const path = candidates.find((candidate) => existsSync(candidate));
  if (!path) throw new Error(`${key}: no definition in ${candidates.join(' or ')}.`);
  return readFileSync(path, 'utf8');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, text] of generate()) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
