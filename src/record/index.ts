/**
 * Recording and what is made from recordings. Everything here runs in a browser too; files are in
 * `recording-file.ts` and `open-recording-file.ts`.
 */
export type { Column } from './metrics/columns.ts';
export { allColumns, findColumn, findColumns } from './metrics/columns.ts';
export type { CsvOptions } from './report/csv.ts';
export { writeCsv } from './report/csv.ts';
export type { JunitRun } from './report/junit.ts';
export { junitXml } from './report/junit.ts';
export type { ByteSource } from './mcap/layout.ts';
export type { ByteSink, ChannelSetup, McapWriterOptions } from './mcap/writer.ts';
export { McapWriter } from './mcap/writer.ts';
export type { ExpectationResult, MetricResult, MetricSpecs } from './metrics/metrics.ts';
export { LiveMetrics, evaluateExpectations, measure } from './metrics/metrics.ts';
export type { RecorderOptions, RunSummary } from './recorder.ts';
export { Recorder } from './recorder.ts';
export type { MessageFilter, ReadOptions, RecordedChannel, RecordedMessage } from './mcap/recording-reader.ts';
export { Recording, openRecording } from './mcap/recording-reader.ts';
export type { ReportInput } from './report/report.ts';
export { reportHtml } from './report/report.ts';
export type { ReportOutcome } from './report/tables.ts';
