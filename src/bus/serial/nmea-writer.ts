/**
 * Odometry as a stream of NMEA sentences, as a GNSS receiver would send it over a serial line: GGA and RMC where there is a fix, and a pose. The host stamp of a pose is
 * what `clock` says when it is sent, or the time of the loop where there is no clock.
 */
import { defineBlock, optionalInput, queuedOutput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import type { QueuedOutput } from '../../core/signal.ts';
import { HALF_PI } from '../../math/angle.ts';
import { yawFromQuaternion } from '../../math/pose2.ts';
import { ClockReading, clockSaysNs, NavSatFix, Odometry, SerialBytes, setTime, timeToNs } from '../../msgs/index.ts';
import { gga, pose, rmc } from './nmea.ts';

export const nmeaWriter = defineBlock({
  type: 'bus/nmea-writer',
  doc: 'Odometry as NMEA sentences for a serial line: GGA and RMC where there is a fix, and a pose with the stamps of sensor and host.',
  defaultPeriod: 0.05,
  params: {
    epoch: param(1_767_225_600, 's', 'time since 1970 at the start of the run; 1 January 2026 when absent', { min: 0 }),
    north: param(HALF_PI, 'rad', 'direction of north in the map, anticlockwise from its x axis'),
  },
  inputs: { odom: Odometry, fix: optionalInput(NavSatFix), clock: optionalInput(ClockReading) },
  outputs: { bytes: queuedOutput(SerialBytes) },
  init: () => ({ fixes: 0 }),

  step({ epoch, north }, state, { odom, fix, clock }, { bytes }, time) {
    if (odom.sequence === 0) return;
    const { pose: where, twist, header } = odom.value;
    const { x, y } = where.pose.position;
    const yaw = yawFromQuaternion(where.pose.orientation);
    const vx = twist.twist.linear.x;
    setTime(bytes.value.stamp, time.nowNs);
    if (fix.sequence > state.fixes) {
      state.fixes = fix.sequence;
      const us = epoch * 1e6 + timeToNs(fix.value.header.stamp) / 1000;
      send(bytes, gga(fix.value, us));
      send(bytes, rmc(fix.value, vx, north - yaw, us));
    }
    const sensorUs = Math.round(timeToNs(header.stamp) / 1000);
    const hostUs = Math.round((clock.sequence > 0 ? clockSaysNs(clock.value, time.nowNs) : time.nowNs) / 1000);
    send(bytes, pose({ x, y, yaw, vx, yawRate: twist.twist.angular.z, sensorUs, hostUs }));
  },
});

function send(bytes: QueuedOutput<SerialBytes>, text: string): void {
  bytes.value.length = text.length;
  for (let i = 0; i < text.length; i++) bytes.value.data[i] = text.charCodeAt(i);
  bytes.send();
}
