/**
 * SI units of message fields, which the definitions only mention in comments. A unit on a field that is itself a
 * message holds for every scalar inside that has none of its own: Twist.linear is in m/s, so Twist.linear.x is.
 */
const units: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'builtin_interfaces/Time': { sec: 's', nanosec: 'ns' },
  'builtin_interfaces/Duration': { sec: 's', nanosec: 'ns' },

  'geometry_msgs/Point': { x: 'm', y: 'm', z: 'm' },
  'geometry_msgs/Point32': { x: 'm', y: 'm', z: 'm' },
  'geometry_msgs/Pose2D': { x: 'm', y: 'm', theta: 'rad' },
  'geometry_msgs/Twist': { linear: 'm/s', angular: 'rad/s' },
  'geometry_msgs/Accel': { linear: 'm/s²', angular: 'rad/s²' },
  'geometry_msgs/Transform': { translation: 'm' },
  'geometry_msgs/Wrench': { force: 'N', torque: 'N·m' },

  'nav_msgs/MapMetaData': { resolution: 'm/cell', width: 'cells', height: 'cells' },

  'sensor_msgs/JointState': { position: 'rad', velocity: 'rad/s', effort: 'N·m' },
  'sensor_msgs/Imu': { angular_velocity: 'rad/s', linear_acceleration: 'm/s²' },
  'sensor_msgs/LaserScan': {
    angle_min: 'rad',
    angle_max: 'rad',
    angle_increment: 'rad',
    time_increment: 's',
    scan_time: 's',
    range_min: 'm',
    range_max: 'm',
    ranges: 'm',
  },
  'sensor_msgs/Range': { field_of_view: 'rad', min_range: 'm', max_range: 'm', range: 'm', variance: 'm²' },
  'sensor_msgs/NavSatFix': { latitude: 'deg', longitude: 'deg', altitude: 'm', position_covariance: 'm²' },
  'sensor_msgs/MagneticField': { magnetic_field: 'T', magnetic_field_covariance: 'T²' },
  'sensor_msgs/Image': { height: 'px', width: 'px', step: 'byte' },
  'sensor_msgs/CameraInfo': { height: 'px', width: 'px' },
  'sensor_msgs/RegionOfInterest': { x_offset: 'px', y_offset: 'px', height: 'px', width: 'px' },
  'sensor_msgs/PointField': { offset: 'byte' },
  'sensor_msgs/PointCloud2': { point_step: 'byte', row_step: 'byte' },

  'visualization_msgs/Marker': { scale: 'm' },

  'ackermann_msgs/AckermannDrive': {
    steering_angle: 'rad',
    steering_angle_velocity: 'rad/s',
    speed: 'm/s',
    acceleration: 'm/s²',
    jerk: 'm/s³',
  },

  'skidpad_msgs/VehicleState': {
    x: 'm',
    y: 'm',
    yaw: 'rad',
    vx: 'm/s',
    vy: 'm/s',
    yaw_rate: 'rad/s',
    ax: 'm/s²',
    ay: 'm/s²',
    steering: 'rad',
    roll: 'rad',
    pitch: 'rad',
  },
  'skidpad_msgs/DeadlineMiss': { lateness: 's' },
  'skidpad_msgs/Body': {
    x: 'm',
    y: 'm',
    yaw: 'rad',
    vx: 'm/s',
    vy: 'm/s',
    yaw_rate: 'rad/s',
    front: 'm',
    rear: 'm',
    half_width: 'm',
    bottom: 'm',
    top: 'm',
  },
  'skidpad_msgs/Contact': { x: 'm', y: 'm', closing_speed: 'm/s' },
  'skidpad_msgs/LaneError': { mean: 'm', largest: 'm', near: 'm', near_heading: 'rad', seen: 'm' },
  'skidpad_msgs/SteerRequest': { error: 'rad' },
  'skidpad_msgs/Lane': { x_min: 'm', x_max: 'm', width: 'm', windows: 'px' },
  'skidpad_msgs/TrackState': { progress: 'm', curvature: '1/m', lap_time: 's', lateral: 'm', heading: 'rad' },
  'skidpad_msgs/MpcStatus': { lateral_error: 'm', heading_error: 'rad', steering: 'rad', acceleration: 'm/s²' },

  'rosdrive_msgs/CarInfo': {
    latitude: 'm',
    longitude: 'm',
    altitude: 'm',
    heading: 'rad',
    speed: 'm/s',
    steering_wheel_angle: 'rad',
    yaw_rate: 'rad/s',
  },
  'rosdrive_msgs/LineCoords': {
    x1: 'px',
    y1: 'px',
    x2: 'px',
    y2: 'px',
    dif_x: 'px',
    dif_y: 'px',
    length: 'px',
    intercept: 'px',
  },
};

/** The unit of a field of a message (by its short name); '' where none applies. */
export const unitOf = (messageName: string, fieldName: string): string => units[messageName]?.[fieldName] ?? '';

/** Every message and field that the table names. */
export const unitEntries = (): [messageName: string, fieldName: string][] =>
  Object.entries(units).flatMap(([name, fields]) =>
    Object.keys(fields).map((field): [string, string] => [name, field]),
  );
