import { describe, expect, it } from 'vitest';
import { readStopTimes } from './stop-times.ts';

const HEAD = 'trip_id,arrival_time,departure_time,stop_id,shape_dist_traveled';
const file = (...lines: string[]) => [HEAD, ...lines, ''].join('\n');
const read = (...lines: string[]) => readStopTimes(file(...lines), 'stop_times.txt', 'bus');

describe('a timetable', () => {
  it('has the stops of a trip in order, in seconds and metres', () => {
    expect(
      read('bus,00:00:20,00:00:30,market,90', 'tram,00:00:01,00:00:02,market,5', 'bus,25:01:00,25:02:00,station,250.5'),
    ).toEqual([
      { stop: 'market', arrival: 20, departure: 30, position: 90 },
      { stop: 'station', arrival: 90_060, departure: 90_120, position: 250.5 },
    ]);
  });

  it('may have its columns in any order, more of them, and the line ends of Windows', () => {
    const text =
      'stop_id,stop_sequence,shape_dist_traveled,trip_id,departure_time,arrival_time\r\na,1,3,bus,00:00:09,00:00:07\r\n';
    expect(readStopTimes(text, 'f', 'bus')).toEqual([{ stop: 'a', arrival: 7, departure: 9, position: 3 }]);
  });

  it.each([
    ['a time that is none', ['bus,7:61:00,08:00:00,a,1'], /stop_times\.txt:2.*hh:mm:ss, got "7:61:00"/],
    ['a place that is none', ['bus,00:00:01,00:00:02,a,far'], /stop_times\.txt:2.*metres along the route, got "far"/],
    ['a place that is missing', ['bus,00:00:01,00:00:02,a'], /metres along the route, got ""/],
    ['a departure before the arrival', ['bus,00:00:09,00:00:02,a,1'], /departure not before the arrival/],
    ['a stop that is not farther', ['bus,00:00:01,00:00:02,a,9', 'bus,00:00:05,00:00:06,b,9'], /:3.*later and farther/],
    ['a stop that is earlier', ['bus,00:00:01,00:00:08,a,1', 'bus,00:00:05,00:00:06,b,9'], /:3.*later and farther/],
    ['no such trip', ['tram,00:00:01,00:00:02,a,1'], /expected stops of trip "bus", got none/],
  ])('is refused with its line for %s', (_name, lines, problem) => {
    expect(() => read(...lines)).toThrow(problem);
  });

  it('is refused where a column is missing', () => {
    expect(() => readStopTimes('trip_id,arrival_time\n', 'f', 'bus')).toThrow(/f:1.*column departure_time/);
  });
});
