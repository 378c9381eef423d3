export { SCENARIO_TOPIC } from './protocol-constants.ts';
export { runParameters, runTopics } from './run-topics.ts';
export { openTopicServer } from './topic-server.ts';
export type { ServedTopic, TopicServer, TopicServerOptions } from './topic-server.ts';
