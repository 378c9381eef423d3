/** Buses, their codecs and their clocks, simulated. */
import type { AnyBlock } from '../core/block.ts';
import { diagnosisEcu } from './uds/diagnosis-ecu.ts';
import { nmeaReader } from './serial/nmea-reader.ts';
import { nmeaWriter } from './serial/nmea-writer.ts';
import { serialGateway } from './serial/serial-gateway.ts';
import { spi } from './serial/spi.ts';
import { uart } from './serial/uart.ts';
import { udsTester } from './uds/uds-tester.ts';

export const busBlocks: readonly AnyBlock[] = [
  uart,
  spi,
  nmeaWriter,
  nmeaReader,
  serialGateway,
  diagnosisEcu,
  udsTester,
];
