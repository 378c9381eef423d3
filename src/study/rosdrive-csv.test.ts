import { checkScenario } from '../scenario/check.ts';
import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../test/fixtures/record/memory-sink.ts';
import { createPort, publish } from '../../test/fixtures/record/sample-run.ts';
import { catalog } from '../catalog.ts';
import type { OutputPort } from '../core/signal.ts';
import { CarInfo, Float64, Range, SteerRequest } from '../msgs/index.ts';
import { McapWriter } from '../record/mcap/writer.ts';
import { Recorder } from '../record/recorder.ts';
import type { Recording } from '../record/mcap/recording-reader.ts';
import { openRecording } from '../record/mcap/recording-reader.ts';
import { rosdriveCsv, rosdriveSource } from './rosdrive-csv.ts';

const sonarAt = (car: string) => ({ type: 'sensors/sonar', inputs: { state: `${car}.state` } });

/** Two cars of RosDrive: one with schedule and sonars, one that only cruises. */
const scenario = checkScenario(
  {
    name: 'two cars',
    duration: 1,
    world: { track: { segments: { start: { x: 0, y: 0 }, elements: [{ straight: 100 }] } } },
    blocks: {
      car1: { type: 'vehicle/four-wheel', inputs: { control: 'mixer1.control' } },
      car2: { type: 'vehicle/four-wheel', inputs: { control: 'mixer2.control' } },
      schedule: { type: 'control/speed-schedule', inputs: { car_info: 'car1.car_info' } },
      cruise1: { type: 'control/cruise', inputs: { car_info: 'car1.car_info', setpoint: 'schedule.setpoint' } },
      cruise2: { type: 'control/cruise', params: { setpoint: 12 }, inputs: { car_info: 'car2.car_info' } },
      line1: { type: 'world/line-truth', inputs: { state: 'car1.state' } },
      line2: { type: 'world/line-truth', inputs: { state: 'car2.state' } },
      steering1: { type: 'control/line-steering', inputs: { line: 'line1.line', car_info: 'car1.car_info' } },
      steering2: { type: 'control/line-steering', inputs: { line: 'line2.line', car_info: 'car2.car_info' } },
      mixer1: { type: 'control/prius-mixer', inputs: { pedals: 'cruise1.pedals', steering: 'steering1.steering' } },
      mixer2: { type: 'control/prius-mixer', inputs: { pedals: 'cruise2.pedals', steering: 'steering2.steering' } },
      'car1-front_left_far_sonar': sonarAt('car1'),
      'car1-back_left_far_sonar': sonarAt('car1'),
      'car1-front_right_middle_sonar': sonarAt('car1'),
      'car1-side_right_front_sonar': sonarAt('car1'),
    },
  },
  catalog,
);

/** A recording of what `run` publishes on ports by name. */
function record(ports: readonly OutputPort<any>[], run: () => void): Recording {
  const sink = new MemorySink();
  const writer = new McapWriter(sink);
  const recorder = new Recorder(writer, {
    scenarioYaml: '',
    scenario: '',
    seed: 0,
    tickNs: 1e6,
    version: '',
    files: [],
  });
  for (const port of ports) recorder.record(port);
  run();
  recorder.finish({ hash: '', ticks: 0, deadlineMisses: 0, metrics: [] });
  writer.close();
  return openRecording(sink.bytes());
}

const car1 = createPort('car1', 'car_info', CarInfo, '/car1/carINFO');
const car2 = createPort('car2', 'car_info', CarInfo, '/car2/carINFO');
const setPoint = createPort('schedule', 'setpoint', Float64, '/schedule/setpoint');
const lap = createPort('schedule', 'lap', Float64, '/schedule/lap');
const steering = createPort('steering1', 'steering', SteerRequest, '/steering1/steering');
const sonar = (name: string) => createPort(`car1-${name}`, 'range', Range, `/car1/${name}`);
const sonars = {
  lf: sonar('front_left_far_sonar'),
  back: sonar('back_left_far_sonar'),
  rm: sonar('front_right_middle_sonar'),
  side: sonar('side_right_front_sonar'),
};

const recording = record([car1, car2, setPoint, lap, steering, ...Object.values(sonars)], () => {
  Object.assign(car1.value, { latitude: 60, longitude: 45.7, heading: 1.57, speed: 10, gas: 0.25, brake: 0 });
  publish(car1, 10);
  setPoint.value.data = 14;
  publish(setPoint, 11);
  lap.value.data = 1;
  publish(lap, 11);
  // the line lies 30° to the left
  steering.value.error = Math.PI / 6;
  publish(steering, 12);
  for (const [i, port] of Object.values(sonars).entries()) {
    port.value.range = i + 0.5;
    publish(port, 13);
  }
  Object.assign(car1.value, { latitude: 61, speed: 15, gas: 0, brake: 0.5 });
  publish(car1, 20);
  car2.value.speed = 8;
  publish(car2, 20);
});

function rows(car: string): string[] {
  let text = '';
  const count = rosdriveCsv(recording, rosdriveSource(recording, scenario, car), (piece) => (text += piece));
  const [header, ...lines] = text.split('\r\n').slice(0, -1);
  expect(header.split(';').map((title) => title.replace(/ .*/, ''))).toEqual([
    't',
    'count',
    'x',
    'y',
    'speed',
    'speed_error',
    'heading',
    'theta_error',
    'theta_error',
    'throttle',
    'brake',
    'lap',
    'LF',
    'LM',
    'RM',
    'RF',
    'sideL',
    'sideR',
  ]);
  expect(lines).toHaveLength(count);
  return lines;
}

describe("RosDrive's log", () => {
  it('has a row per message of the car with what was latched then, and empty cells for what was not there', () => {
    const [first, second] = rows('car1');
    expect(first).toBe('0.01;0;60;45.7;10;;1.57;;;0.25;0;;;;;;;');
    const cells = second.split(';');
    expect(cells.slice(0, 7)).toEqual(['0.02', '1', '61', '45.7', '15', '-1', '1.57']);
    // positive to the right, in degrees and radians
    expect(Number(cells[7])).toBeCloseTo(-30, 9);
    expect(Number(cells[8])).toBeCloseTo(-Math.PI / 6, 12);
    expect(cells.slice(9)).toEqual(['0', '0.5', '1', '0.5', '', '2.5', '', '', '3.5']);
  });

  it('knows the set point of a cruise control that no schedule is wired to, and takes nothing of the other car', () => {
    expect(rows('car2')).toEqual(['0.02;0;0;0;8;4;0;;;0;0;;;;;;;']);
  });

  it('is refused of what is no car, with one sentence', () => {
    expect(() => rosdriveSource(recording, scenario, 'car3')).toThrow(
      '--rosdrive: there is no block "car3" (did you mean "car1"?)',
    );
    expect(() => rosdriveSource(recording, scenario, 'cruise1')).toThrow(
      '--rosdrive: no rosdrive_msgs/msg/CarInfo of cruise1 is recorded',
    );
  });
});
