/** Buses, their codecs and their clocks, simulated. */
import type { AnyBlock } from '../core/block.ts';
import { canBus } from './can/can-bus.ts';
import { canLog } from './can/can-log.ts';
import { gateway } from './can/gateway.ts';
import { clockBlocks } from './clocks/index.ts';
import { dbcDecoder } from './dbc/dbc-decoder.ts';
import { dbcEncoder } from './dbc/dbc-encoder.ts';
import { restbus } from './dbc/restbus.ts';
import { nmeaReader } from './serial/nmea-reader.ts';
import { nmeaWriter } from './serial/nmea-writer.ts';
import { serialGateway } from './serial/serial-gateway.ts';
import { spi } from './serial/spi.ts';
import { uart } from './serial/uart.ts';
import { diagnosisEcu } from './uds/diagnosis-ecu.ts';
import { udsTester } from './uds/uds-tester.ts';
import { videoInjection } from './video/video-injection.ts';

export const busBlocks: readonly AnyBlock[] = [
  canBus,
  canLog,
  gateway,
  ...clockBlocks,
  dbcDecoder,
  dbcEncoder,
  restbus,
  nmeaReader,
  nmeaWriter,
  serialGateway,
  spi,
  uart,
  diagnosisEcu,
  udsTester,
  videoInjection,
];
