/**
 * Day, month and year of a day counted from 1 January 1970, by the proleptic Gregorian calendar, in whole numbers alone.
 *
 * Years begin in March, so that the leap day is their last and the months before it follow one rule: month p of such a year begins on its day
 * ⌊(153 p + 2)/5⌋. An era is 400 years, which have 146 097 days.
 *
 * Reference: H. Hinnant, chrono-Compatible Low-Level Date Algorithms, 2013.
 * Checked against: the engine's own dates over 200 000 years.
 */
const DAYS_PER_ERA = 146_097;
/** From 1 March of year 0 to 1 January 1970. */
const DAYS_TO_1970 = 719_468;

export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

export function calendarDate(daysSince1970: number): CalendarDate {
  const days = daysSince1970 + DAYS_TO_1970;
  const era = Math.floor(days / DAYS_PER_ERA);
  const dayOfEra = days - era * DAYS_PER_ERA;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  };
}
