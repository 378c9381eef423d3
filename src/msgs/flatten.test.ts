import { describe, expect, it } from 'vitest';
import { scalarAt, scalarFields } from './flatten.ts';
import {
  allMessageTypes,
  JointState,
  Marker,
  NavSatFix,
  Odometry,
  PointCloud2,
  TFMessage,
  Twist,
} from './generated/index.ts';

describe('scalarFields', () => {
  it('gives every scalar of a twist with the unit of its vector', () => {
    expect(scalarFields(Twist).map(({ path, unit }) => `${path} [${unit}]`)).toEqual([
      'linear.x [m/s]',
      'linear.y [m/s]',
      'linear.z [m/s]',
      'angular.x [rad/s]',
      'angular.y [rad/s]',
      'angular.z [rad/s]',
    ]);
  });

  it('leaves out strings, variable arrays and matrices', () => {
    const paths = scalarFields(Odometry).map(({ path }) => path);
    expect(paths).toHaveLength(2 + 7 + 6);
    expect(paths[0]).toBe('header.stamp.sec');
    expect(scalarFields(TFMessage)).toEqual([]);
  });

  it('reads numbers and booleans of a message', () => {
    const odometry = Odometry.create();
    odometry.twist.twist.angular.z = 0.5;
    const column = scalarFields(Odometry).find(({ path }) => path === 'twist.twist.angular.z');
    expect(column?.read(odometry)).toBe(0.5);
    const cloud = PointCloud2.create();
    cloud.is_dense = true;
    expect(scalarAt(PointCloud2, 'is_dense').read(cloud)).toBe(1);
  });

  it('agrees with scalarAt for every type', () => {
    for (const type of allMessageTypes) {
      const message = type.create();
      for (const { path, unit, read } of scalarFields(type)) {
        const same = scalarAt(type, path);
        expect([same.path, same.unit, same.read(message)]).toEqual([path, unit, read(message)]);
      }
    }
  });
});

describe('scalarAt', () => {
  it('reaches into arrays, and reads NaN where there is no element', () => {
    const joints = JointState.create();
    joints.position = Float64Array.of(0.1, 0.2);
    const second = scalarAt(JointState, 'position[1]');
    expect([second.path, second.unit, second.read(joints)]).toEqual(['position[1]', 'rad', 0.2]);
    expect(scalarAt(JointState, 'position[2]').read(joints)).toBeNaN();

    const tf = TFMessage.create();
    const height = scalarAt(TFMessage, 'transforms[0].transform.translation.z');
    expect(height.unit).toBe('m');
    expect(height.read(tf)).toBeNaN();
    expect(scalarAt(NavSatFix, 'position_covariance[8]').unit).toBe('m²');
  });

  it.each([
    [
      Odometry,
      'twist.twist.lineer.x',
      /nav_msgs\/msg\/Odometry twist\.twist has no field lineer; the nearest are linear, angular/,
    ],
    [Odometry, 'twst', /has no field twst; the nearest are twist, pose/],
    [
      Odometry,
      'twist.twist',
      /is a message \(geometry_msgs\/msg\/Twist\), expected a scalar such as twist\.twist\.linear\.x/,
    ],
    [Odometry, 'twist.twist.linear.x.y', /twist\.twist\.linear\.x is a scalar/],
    [Odometry, 'header.frame_id', /frame_id is a string/],
    [Odometry, 'pose.covariance', /covariance is an array, expected an index such as covariance\[0\]/],
    [Odometry, 'pose.covariance[36]', /has 36 elements, the last is covariance\[35\]/],
    [Odometry, 'pose[0].pose', /pose is not an array/],
    [Odometry, '', /has no field/],
    [Marker, '__proto__.x', /has no field __proto__/],
  ])('says what is wrong with %o at %s', (type, path, message) => {
    expect(() => scalarAt(type as typeof Odometry, path)).toThrow(message);
  });
});
