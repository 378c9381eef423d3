/** Messages of a size that fills disks and wires: recorded seldom, and sent or decoded only while somebody looks. */
export const LARGE_MESSAGE_TYPES: ReadonlySet<string> = new Set([
  'sensor_msgs/msg/Image',
  'sensor_msgs/msg/PointCloud2',
  // of other people's data
  'sensor_msgs/msg/CompressedImage',
  'sensor_msgs/msg/PointCloud',
  'foxglove_msgs/msg/CompressedImage',
  'foxglove_msgs/msg/RawImage',
  'foxglove_msgs/msg/CompressedVideo',
  'foxglove_msgs/msg/PointCloud',
  'foxglove.CompressedImage',
  'foxglove.RawImage',
  'foxglove.CompressedVideo',
  'foxglove.PointCloud',
  'ffmpeg_image_transport_msgs/msg/FFMPEGPacket',
  'theora_image_transport/msg/Packet',
]);
