export { runParameters, runTopics, SCENARIO_TOPIC } from './run-topics.ts';
export { openTopicServer } from './topic-server.ts';
export type { ServedTopic, TopicServer, TopicServerOptions } from './topic-server.ts';
