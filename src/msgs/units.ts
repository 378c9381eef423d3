/**
 * SI units of message fields, which the definitions only mention in comments. A unit on a field that is itself a
 * message holds for every scalar inside that has none of its own: Twist.linear is in m/s, so Twist.linear.x is.
 * '' says that a field has no unit (a flag, a count, a share, an enumeration) or that its elements have different ones.
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
  'geometry_msgs/Quaternion': { x: '', y: '', z: '', w: '' },
  'geometry_msgs/PoseWithCovariance': { covariance: '' },
  'geometry_msgs/TwistWithCovariance': { covariance: '' },

  'nav_msgs/MapMetaData': { resolution: 'm/cell', width: 'cells', height: 'cells' },

  'sensor_msgs/JointState': { position: 'rad', velocity: 'rad/s', effort: 'N·m' },
  'sensor_msgs/Imu': {
    orientation_covariance: 'rad²',
    angular_velocity: 'rad/s',
    angular_velocity_covariance: 'rad²/s²',
    linear_acceleration: 'm/s²',
    linear_acceleration_covariance: 'm²/s⁴',
  },
  'sensor_msgs/LaserScan': {
    angle_min: 'rad',
    angle_max: 'rad',
    angle_increment: 'rad',
    time_increment: 's',
    scan_time: 's',
    range_min: 'm',
    range_max: 'm',
    ranges: 'm',
    intensities: '',
  },
  'sensor_msgs/Range': {
    radiation_type: '',
    field_of_view: 'rad',
    min_range: 'm',
    max_range: 'm',
    range: 'm',
    variance: 'm²',
  },
  'sensor_msgs/NavSatStatus': { status: '', service: '' },
  'sensor_msgs/NavSatFix': {
    latitude: 'deg',
    longitude: 'deg',
    altitude: 'm',
    position_covariance: 'm²',
    position_covariance_type: '',
  },
  'sensor_msgs/MagneticField': { magnetic_field: 'T', magnetic_field_covariance: 'T²' },
  'sensor_msgs/Image': { height: 'px', width: 'px', is_bigendian: '', step: 'byte', data: '' },
  'sensor_msgs/CameraInfo': { height: 'px', width: 'px', d: '', k: '', r: '', p: '', binning_x: '', binning_y: '' },
  'sensor_msgs/RegionOfInterest': { x_offset: 'px', y_offset: 'px', height: 'px', width: 'px', do_rectify: '' },
  'sensor_msgs/PointField': { offset: 'byte', datatype: '', count: '' },
  'sensor_msgs/PointCloud2': {
    height: '',
    width: '',
    is_bigendian: '',
    point_step: 'byte',
    row_step: 'byte',
    data: '',
    is_dense: '',
  },

  'std_msgs/Float32': { data: '' },
  'std_msgs/Float64': { data: '' },

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
    red: '',
    green: '',
    blue: '',
  },
  'skidpad_msgs/Contact': { count: '', x: 'm', y: 'm', closing_speed: 'm/s' },
  'skidpad_msgs/LaneError': { mean: 'm', largest: 'm', near: 'm', near_heading: 'rad', seen: 'm' },
  'skidpad_msgs/SteerRequest': { active: '', steer: '', error: 'rad', reason: '' },
  'skidpad_msgs/Lane': {
    detected: '',
    confidence: '',
    left_confidence: '',
    right_confidence: '',
    x_min: 'm',
    x_max: 'm',
    width: 'm',
    left: '',
    right: '',
    centre: '',
    windows: 'px',
  },
  'skidpad_msgs/TrackState': {
    progress: 'm',
    curvature: '1/m',
    laps: '',
    lateral: 'm',
    heading: 'rad',
    out_of_lane: '',
  },
  'skidpad_msgs/Lap': { number: '', time: 's' },
  'skidpad_msgs/MpcStatus': {
    outcome: '',
    iterations: '',
    active_constraints: '',
    cost: '',
    violation: '',
    lateral_error: 'm',
    heading_error: 'rad',
    steering: 'rad',
    acceleration: 'm/s²',
  },

  'prius_msgs/Control': { throttle: '', brake: '', steer: '', shift_gears: '' },

  'rosdrive_msgs/CarInfo': {
    station_id: '',
    latitude: 'm',
    longitude: 'm',
    altitude: 'm',
    heading: 'rad',
    speed: 'm/s',
    drive_direction: '',
    steering_wheel_angle: 'rad',
    gas: '',
    brake: '',
    yaw_rate: 'rad/s',
  },
  'rosdrive_msgs/LineCoords': {
    detected: '',
    x1: 'px',
    y1: 'px',
    x2: 'px',
    y2: 'px',
    dif_x: 'px',
    dif_y: 'px',
    slope: '',
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
