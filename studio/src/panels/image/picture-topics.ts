/** Which topics are pictures, and which one a panel shows when nobody has chosen. */
import type { Topic } from '../../players/player.ts';

const typeName = ({ type }: Topic): string => type.split('/').at(-1)!;

export const isCompressed = (topic: Topic): boolean => typeName(topic) === 'CompressedImage';

export const pictureTopics = (topics: readonly Topic[]): Topic[] =>
  topics.filter((topic) => typeName(topic) === 'Image' || isCompressed(topic));

/** The chosen one while it is there, else what a camera sees rather than what somebody made of it. */
export function pictureTopic(pictures: readonly Topic[], chosen: string | undefined): Topic | undefined {
  return (
    pictures.find(({ id }) => id === chosen) ??
    pictures.find(({ signal, name }) => signal?.endsWith('.image') === true || /image/.test(name)) ??
    pictures[0]
  );
}
