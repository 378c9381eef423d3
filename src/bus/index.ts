/** Buses, their codecs and their clocks, simulated. */
import type { AnyBlock } from '../core/block.ts';

import { diagnosisEcu } from './uds/diagnosis-ecu.ts';
import { udsTester } from './uds/uds-tester.ts';
import { videoInjection } from './video/video-injection.ts';

export const busBlocks: readonly AnyBlock[] = [diagnosisEcu, udsTester, videoInjection];
