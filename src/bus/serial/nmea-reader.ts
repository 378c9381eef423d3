/**
 * Reads NMEA sentences from a serial line: poses become odometry, whose stamp is that of the sensor, and GGA sentences become fixes. What is
 * damaged is counted and passed over; nothing is said that was not heard whole.
 */
import { defineBlock, occasionalOutput, queuedInput } from '../../core/block.ts';
import { text } from '../../core/schema.ts';
import { cos, sin } from '../../math/trig.ts';
import { SerialBytes, LineStatus, NavSatFix, NavSatStatusConstants, Odometry, setTime } from '../../msgs/index.ts';
import type { Fix, PoseSentence } from './nmea.ts';
import { LONGEST_SENTENCE, readFix, readPose, readSentence } from './nmea.ts';

interface State {
  /** The sentence that has begun; undefined between two. */
  line: string | undefined;
  whole: number;
  damaged: number;
}

const DOLLAR = 36;
const CR = 13;
const LF = 10;

export const nmeaReader = defineBlock({
  type: 'bus/nmea-reader',
  doc: 'Reads NMEA sentences from a serial line: odometry and fixes, with damaged sentences counted.',
  defaultPeriod: 0.01,
  params: {
    frame: text('odom', 'frame of the pose'),
    childFrame: text('base_link', 'frame of the vehicle'),
  },
  inputs: { bytes: queuedInput(SerialBytes) },
  outputs: { odom: occasionalOutput(Odometry), fix: occasionalOutput(NavSatFix), status: LineStatus },
  init: (): State => ({ line: undefined, whole: 0, damaged: 0 }),

  step({ frame, childFrame }, state, inputs, { odom, fix, status }, time) {
    for (const { data, length } of inputs.bytes.queue) {
      for (let i = 0; i < length; i++) {
        const fields = hear(state, data[i]);
        if (fields === undefined) continue;
        const pose = readPose(fields);
        const place = pose === undefined ? readFix(fields) : undefined;
        if (pose !== undefined) writePose(odom.value, pose, frame, childFrame);
        if (place !== undefined) writeFix(fix.value, place, time.nowNs);
        odom.publish ||= pose !== undefined;
        fix.publish ||= place !== undefined;
      }
    }
    setTime(status.value.stamp, time.nowNs);
    status.value.whole = state.whole;
    status.value.damaged = state.damaged;
  },
});

/** The fields of a sentence that is complete and right with this byte. */
function hear(state: State, byte: number): string[] | undefined {
  if (byte === DOLLAR) {
    if (state.line !== undefined) state.damaged++;
    state.line = '$';
    return undefined;
  }
  if (state.line === undefined) return undefined;
  if (byte !== CR && byte !== LF && state.line.length < LONGEST_SENTENCE) {
    state.line += String.fromCharCode(byte);
    return undefined;
  }
  const fields = readSentence(state.line);
  state.line = undefined;
  if (fields === undefined) state.damaged++;
  else state.whole++;
  return fields;
}

function writePose(
  odom: Odometry,
  { x, y, yaw, vx, yawRate, sensorUs }: PoseSentence,
  frame: string,
  child: string,
): void {
  setTime(odom.header.stamp, sensorUs * 1000);
  odom.header.frame_id = frame;
  odom.child_frame_id = child;
  odom.pose.pose.position.x = x;
  odom.pose.pose.position.y = y;
  odom.pose.pose.orientation.z = sin(yaw / 2);
  odom.pose.pose.orientation.w = cos(yaw / 2);
  odom.twist.twist.linear.x = vx;
  odom.twist.twist.angular.z = yawRate;
}

function writeFix(fix: NavSatFix, place: Fix, nowNs: number): void {
  setTime(fix.header.stamp, nowNs);
  fix.status.status = NavSatStatusConstants.STATUS_FIX;
  fix.status.service = NavSatStatusConstants.SERVICE_GPS;
  Object.assign(fix, place);
}
