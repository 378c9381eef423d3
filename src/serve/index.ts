export { runParameters, runTopics } from './run-topics.ts';
export { openTopicServer } from './topic-server.ts';
export type { TopicServer } from './topic-server.ts';
