import { addDays, DAY_MS } from '@wopack/domain';

/** A date on which a product was on sale, after its window. Closed and cancelled dates are none. */
export interface PastDay {
  /** ISO date. */
  date: string;
  isHoliday: boolean;
  /** Packs that were left over to sell. */
  offered: number;
  sold: number;
  /** When the last pack was taken, as a share of the time on sale (0 to 1); null: not sold out, or it is not known when. */
  soldOutAt: number | null;
  isSoldOut: boolean;
  /** People who waited or entered for one and got none. */
  waited: number;
  /** What was offered is the forecast of then, which was published by itself and stayed. */
  isOwnNumber: boolean;
}

/** A date ahead. */
export interface DayAhead {
  date: string;
  isHoliday: boolean;
}

/** Packs; in 8 of 10 cases the number is from `low` to `high`, both included. */
export interface Forecast {
  expected: number;
  low: number;
  high: number;
}

/** Fewer open dates in the last eight weeks say nothing about the next. */
export const MIN_DAYS = 10;
export const MEASURED_DAYS = 56;
export const FORECAST_DAYS = 7;
/** Older dates are not read. */
export const HISTORY_DAYS = 400;

/** The level follows what changed quickly, the profile of the week slowly. In days. */
const LEVEL_HALF_LIFE = 21;
const PROFILE_HALF_LIFE = 180;
/** As if so many usual days had been seen of each weekday, and of public holidays. */
const PROFILE_PRIOR = 4;
const HOLIDAY_PRIOR = 2;
/** Rounds of estimating the demand of sold-out days and the model from each other. */
const ROUNDS = 4;
const LOW = 0.1;
const HIGH = 0.9;

const dayNumber = (date: string): number => Date.parse(date) / DAY_MS;
/** 0 is Monday. */
const weekdayOf = (day: number): number => (day + 3) % 7;

/** A number that was counted, or of which only the least is known. */
interface Observation {
  day: number;
  isHoliday: boolean;
  count: number;
  /** When a day sold out, as a share of its time on sale. */
  countedUntil: number | null;
  /** That many more for certain. */
  atLeastMore: number;
}

/**
 * A negative binomial distribution for each date: mean by level, weekday and holiday, variance mean + dispersion x mean
 * squared. A shop that varies less than a Poisson distribution has no dispersion and a narrower range.
 */
interface Model {
  level: number;
  byWeekday: readonly number[];
  onHolidays: number;
  dispersion: number;
  /** Width as a share of the range without dispersion, 0 to 1. */
  narrowing: number;
}

const meanOf = (
  { level, byWeekday, onHolidays }: Pick<Model, 'level' | 'byWeekday' | 'onHolidays'>,
  day: number,
  isHoliday: boolean,
): number => level * byWeekday[weekdayOf(day)]! * (isHoliday ? onHolidays : 1);

/**
 * What would have been asked for on a sold-out day. Demand arrives evenly at a rate that is a gamma distribution around the
 * mean; what was counted until the last pack was taken corrects it.
 */
function completeCount({ count, countedUntil, atLeastMore }: Observation, mean: number, dispersion: number) {
  if (countedUntil === null) return count;
  const shape = 1 / Math.max(dispersion, 0.01);
  const rate = (shape + count) / (shape / Math.max(mean, 0.1) + countedUntil);
  return count + Math.max(atLeastMore, rate * (1 - countedUntil));
}

function fitModel(observations: readonly Observation[], today: number): Model {
  let model: Model = {
    level: 0,
    byWeekday: Array.from({ length: 7 }, () => 1),
    onHolidays: 1,
    dispersion: 0,
    narrowing: 1,
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const counts = observations.map((observation, index) =>
      round === 0
        ? observation.count + observation.atLeastMore
        : completeCount(
            observations[index]!,
            meanOf(model, observation.day, observation.isHoliday),
            model.dispersion,
          ),
    );
    model = fitCounts(observations, counts, model, today);
  }
  return model;
}

function fitCounts(
  observations: readonly Observation[],
  counts: readonly number[],
  { byWeekday: profile, onHolidays: holidayFactor }: Model,
  today: number,
): Model {
  let levelWeight = 0;
  let levelSum = 0;
  for (const [index, { day, isHoliday }] of observations.entries()) {
    const weight = 0.5 ** ((today - day) / LEVEL_HALF_LIFE);
    levelSum += weight * counts[index]!;
    levelWeight += weight * profile[weekdayOf(day)]! * (isHoliday ? holidayFactor : 1);
  }
  const level = levelWeight > 0 ? levelSum / levelWeight : 0;
  // Each date is compared with the level of its own weeks, so that a change of the level changes no weekday.
  const levels = levelsAround(observations, counts, profile, holidayFactor);
  const sums = Array.from({ length: 7 }, () => ({
    counted: PROFILE_PRIOR * level,
    usual: PROFILE_PRIOR * level,
  }));
  const holidays = { counted: HOLIDAY_PRIOR * level, usual: HOLIDAY_PRIOR * level };
  for (const [index, { day, isHoliday }] of observations.entries()) {
    if (isHoliday) {
      holidays.counted += counts[index]!;
      holidays.usual += levels[index]! * profile[weekdayOf(day)]!;
      continue;
    }
    const weight = 0.5 ** ((today - day) / PROFILE_HALF_LIFE);
    const sum = sums[weekdayOf(day)]!;
    sum.counted += weight * counts[index]!;
    sum.usual += weight * levels[index]!;
  }
  const divide = ({ counted, usual }: { counted: number; usual: number }) =>
    usual > 0 ? counted / usual : 1;
  const byWeekday = sums.map(divide);
  const onHolidays = divide(holidays);
  const usual = { level, byWeekday, onHolidays };
  return { ...usual, ...fitSpread(observations, counts, levels, usual, today) };
}

/** The level of the three weeks around each date. */
function levelsAround(
  observations: readonly Observation[],
  counts: readonly number[],
  profile: readonly number[],
  holidayFactor: number,
): number[] {
  const reach = 10;
  let first = 0;
  let next = 0;
  let counted = 0;
  let usual = 0;
  const add = (index: number, sign: 1 | -1) => {
    const { day, isHoliday } = observations[index]!;
    counted += sign * counts[index]!;
    usual += sign * profile[weekdayOf(day)]! * (isHoliday ? holidayFactor : 1);
  };
  return observations.map(({ day }) => {
    for (; next < observations.length && observations[next]!.day <= day + reach; next += 1) add(next, 1);
    for (; observations[first]!.day < day - reach; first += 1) add(first, -1);
    return usual > 0.001 ? Math.max(counted, 0) / usual : 0;
  });
}

function fitSpread(
  observations: readonly Observation[],
  counts: readonly number[],
  levels: readonly number[],
  usual: Pick<Model, 'level' | 'byWeekday' | 'onHolidays'>,
  today: number,
): Pick<Model, 'dispersion' | 'narrowing'> {
  let variance = 0;
  let means = 0;
  let squares = 0;
  for (const [index, { day, isHoliday, countedUntil }] of observations.entries()) {
    // A number that was completed lies too close to the mean.
    if (countedUntil !== null) continue;
    const weight = 0.5 ** ((today - day) / PROFILE_HALF_LIFE);
    const mean = meanOf({ ...usual, level: levels[index]! }, day, isHoliday);
    variance += weight * (counts[index]! - mean) ** 2;
    means += weight * mean;
    squares += weight * mean ** 2;
  }
  if (squares === 0) return { dispersion: 0, narrowing: 1 };
  return {
    dispersion: Math.min(Math.max((variance - means) / squares, 0), 2),
    narrowing: Math.min(Math.sqrt(variance / means), 1),
  };
}

const MAX_COUNT = 999;

/** Median and the borders of 8 of 10 cases. */
function forecastCounts(
  mean: number,
  { dispersion, narrowing }: Pick<Model, 'dispersion' | 'narrowing'>,
): Forecast {
  if (mean <= 0.001) return { expected: 0, low: 0, high: 0 };
  // So close to none it is a Poisson distribution, and the other formula divides by it.
  const shape = 1 / Math.max(dispersion, 0.001);
  const failure = mean / (mean + shape);
  let probability = Math.exp(-shape * Math.log1p(mean / shape));
  let sum = probability;
  let count = 0;
  const quantile = (share: number): number => {
    while (sum < share && count < MAX_COUNT) {
      probability *= (failure * (shape + count)) / (count + 1);
      count += 1;
      sum += probability;
    }
    return count;
  };
  const low = quantile(LOW);
  const expected = quantile(0.5);
  const high = quantile(HIGH);
  return {
    expected,
    low: expected - Math.round(narrowing * (expected - low)),
    high: expected + Math.round(narrowing * (high - expected)),
  };
}

const toOffered = ({ date, isHoliday, offered }: PastDay): Observation => ({
  day: dayNumber(date),
  isHoliday,
  count: offered,
  countedUntil: null,
  atLeastMore: 0,
});

/** A day that was sold out at a time that nobody knows. */
const UNKNOWN_TIME = 0.7;
/** Sold out at once, nothing is known of the rest of the day. */
const SHORTEST_TIME = 0.05;

const toBought = ({ date, isHoliday, sold, isSoldOut, soldOutAt, waited }: PastDay): Observation => ({
  day: dayNumber(date),
  isHoliday,
  count: sold,
  countedUntil: isSoldOut ? Math.min(Math.max(soldOutAt ?? UNKNOWN_TIME, SHORTEST_TIME), 1) : null,
  atLeastMore: waited,
});

/** How many packs will be left over to sell, and how many would be bought, on dates ahead. */
export interface ProductForecast {
  leftOver: Forecast[];
  bought: Forecast[];
}

/**
 * Forecasts dates from the day `today` on, from the dates before, oldest first. Null with too few of them.
 */
export function forecastDays(
  history: readonly PastDay[],
  today: string,
  daysAhead: readonly DayAhead[],
): ProductForecast | null {
  const now = dayNumber(today);
  const past = history.filter(({ date }) => date < today && dayNumber(date) >= now - HISTORY_DAYS);
  if (past.filter(({ date }) => dayNumber(date) >= now - MEASURED_DAYS).length < MIN_DAYS) return null;
  const forecastAll = (toObservation: (day: PastDay) => Observation): Forecast[] => {
    const model = fitModel(past.map(toObservation), now);
    return daysAhead.map(({ date, isHoliday }) =>
      forecastCounts(meanOf(model, dayNumber(date), isHoliday), model),
    );
  };
  return { leftOver: forecastAll(toOffered), bought: forecastAll(toBought) };
}

const lastSameWeekdays = (
  history: readonly PastDay[],
  { date, before }: { date: string; before: string },
): readonly PastDay[] => {
  const weekday = weekdayOf(dayNumber(date));
  return history.filter((day) => day.date < before && weekdayOf(dayNumber(day.date)) === weekday).slice(-8);
};

/** The mean of the last eight dates with the same weekday; null without any. */
export function weekdayAverage(
  history: readonly PastDay[],
  at: { date: string; before: string },
  count: (day: PastDay) => number,
): number | null {
  const days = lastSameWeekdays(history, at);
  return days.length === 0 ? null : days.reduce((sum, day) => sum + count(day), 0) / days.length;
}

/** How far forecasts of dates were off that are over, in packs a day. */
export interface Accuracy {
  days: number;
  /** Mean distance of the forecast from what came, and that of the weekday average. */
  error: number;
  averageError: number;
  /** Days on which the number was in the range. */
  inRange: number;
}

/** Null: without a date that could be forecast. */
export interface MeasuredForecasts {
  leftOver: Accuracy | null;
  bought: Accuracy | null;
  /** Dates of the last eight weeks whose number was the forecast itself, so that it says nothing of how good it is. */
  ownNumbers: number;
}

/** A number as it came; `isLeast`: it may have been more. */
interface Outcome {
  count: number;
  isLeast: boolean;
}

/** A date that sold out gives a lower bound only: a forecast below it was off by that much at least. */
const toOutcome = ({ sold, waited, isSoldOut }: PastDay): Outcome => ({
  count: isSoldOut ? sold + waited : sold,
  isLeast: isSoldOut,
});

function createMeasurement() {
  const sums = { days: 0, error: 0, averageError: 0, inRange: 0 };
  const measure = (number: number, { count, isLeast }: Outcome) =>
    isLeast ? Math.max(0, count - number) : Math.abs(count - number);
  return {
    add({ expected, low, high }: Forecast, average: number, outcome: Outcome) {
      sums.days += 1;
      sums.error += measure(expected, outcome);
      sums.averageError += measure(average, outcome);
      if (outcome.count <= high && (outcome.isLeast || low <= outcome.count)) sums.inRange += 1;
    },
    finish: (): Accuracy | null =>
      sums.days === 0
        ? null
        : { ...sums, error: sums.error / sums.days, averageError: sums.averageError / sums.days },
  };
}

/** Forecasts each of the last eight weeks from the dates before it, and compares it with what came. */
export function measureAccuracy(history: readonly PastDay[], today: string): MeasuredForecasts {
  const leftOver = createMeasurement();
  const bought = createMeasurement();
  let ownNumbers = 0;
  for (let first = addDays(today, -MEASURED_DAYS); first < today; first = addDays(first, FORECAST_DAYS)) {
    const end = addDays(first, FORECAST_DAYS);
    const week = history.filter(({ date }) => first <= date && date < end);
    const forecast = forecastDays(history, first, week);
    for (const [index, day] of week.entries()) {
      if (day.isOwnNumber) ownNumbers += 1;
      const averageOf = (count: (past: PastDay) => number) =>
        weekdayAverage(history, { date: day.date, before: first }, count);
      const average = averageOf(({ offered }) => offered);
      if (!forecast || average === null) continue;
      if (!day.isOwnNumber)
        leftOver.add(forecast.leftOver[index]!, average, { count: day.offered, isLeast: false });
      bought.add(forecast.bought[index]!, averageOf(({ sold }) => sold)!, toOutcome(day));
    }
  }
  return { leftOver: leftOver.finish(), bought: bought.finish(), ownNumbers };
}

/** What the forecast of a date rests on, of the last eight dates with its weekday. */
export interface Reasons {
  days: number;
  soldOutEarly: number;
  waited: number;
}

/** Sold out with at least a quarter of the time on sale to go. */
const EARLY = 0.75;

export function findReasons(history: readonly PastDay[], date: string, today: string): Reasons {
  const days = lastSameWeekdays(history, { date, before: today });
  return {
    days: days.length,
    soldOutEarly: days.filter(
      ({ isSoldOut, soldOutAt }) => isSoldOut && soldOutAt !== null && soldOutAt < EARLY,
    ).length,
    waited: days.reduce((sum, { waited }) => sum + waited, 0),
  };
}

/** What is worth putting on sale: what will be there, unless fewer would be bought. */
export const proposeQuantity = (leftOver: Forecast, bought: Forecast): number =>
  Math.min(leftOver.expected, bought.expected);
