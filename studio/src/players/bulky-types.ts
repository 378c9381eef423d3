/** Messages of a size that is only worth sending or decoding while somebody looks. */
import { BULKY } from '../../../src/record/run-recorder.ts';

const OTHERS: ReadonlySet<string> = new Set([
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

export const isBulky = (typeName: string): boolean => BULKY.has(typeName) || OTHERS.has(typeName);
