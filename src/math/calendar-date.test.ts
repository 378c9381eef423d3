import { describe, expect, it } from 'vitest';
import { calendarDate } from './calendar-date.ts';

const byTheEngine = (days: number) => {
  const date = new Date(days * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};

describe('a calendar date', () => {
  it('is the one of the engine on every day of two eras', () => {
    // years 1600 to 2400, with leap years, centuries without and the ones with
    for (let days = -135_140; days <= 157_054; days++) {
      const [own, theirs] = [calendarDate(days), byTheEngine(days)];
      if (own.day !== theirs.day || own.month !== theirs.month || own.year !== theirs.year)
        expect(own, `day ${days}`).toEqual(theirs);
    }
  });

  it('is the one of the engine over 200 000 years', () => {
    for (let days = -36_500_000; days <= 36_500_000; days += 9973)
      expect(calendarDate(days), `day ${days}`).toEqual(byTheEngine(days));
  });
});
