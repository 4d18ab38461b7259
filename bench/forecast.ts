import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@wopack/domain';
import { sql } from 'kysely';
import { seedIfEmpty } from '../apps/api/db/demo/seed.ts';
import { computeForecasts } from '../apps/api/src/modules/forecasts/compute-forecasts.ts';
import {
  type Forecast,
  forecastDays,
  type PastDay,
  weekdayAverage,
} from '../apps/api/src/modules/forecasts/forecast.rules.ts';
import type { Context } from '../apps/api/src/platform/context.ts';
import { openDatabase } from '../apps/api/src/platform/db/database.ts';
import { startEmbedded } from '../apps/api/src/platform/db/embedded.ts';
import { prepareDatabase } from '../apps/api/src/platform/db/prepare-database.ts';
import { createSecrets } from '../apps/api/src/platform/secrets.ts';

/** Of a day on sale, with what nobody sees: how many would have been bought. */
interface SimulatedDay extends PastDay {
  demand: number;
  /** What the shop's own numbers say of the day, without noise. */
  means: { offered: number; demand: number };
}

const DAYS = 400;
const TESTED_DAYS = 56;
const FIRST_DAY = Date.parse('2025-09-01');
/** Portugal's of the whole country, within the simulated year. */
const HOLIDAYS = new Set([
  ...['2025-10-05', '2025-11-01', '2025-12-01', '2025-12-08', '2025-12-25', '2026-01-01', '2026-04-03'],
  ...['2026-04-05', '2026-04-25', '2026-05-01', '2026-06-04', '2026-06-10', '2026-08-15', '2026-10-05'],
]);

/** A generator of known numbers, so that two runs compare the same histories (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Sum of exponentials: exact for small means, and the normal approximation for large ones. */
function poisson(random: () => number, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let count = -1;
  for (let sum = 0; sum < mean; count += 1) sum -= Math.log(1 - random());
  return Math.max(count, 0);
}

/** Lognormal noise on the rate: more variance than a Poisson distribution has, and not the model's own. */
const noisyCount = (random: () => number, mean: number, noise: number): number =>
  poisson(random, mean * Math.exp(noise * normal(random) - noise ** 2 / 2));

/** A shop with a profile of its own: weekdays, trend, season, holidays, closed days, and more or less noise. */
function simulateSalePlace(seed: number): SimulatedDay[] {
  const random = createRandom(seed);
  const profile = () => Array.from({ length: 7 }, () => Math.exp(0.35 * normal(random)));
  const surplus = {
    level: 2 + 8 * random(),
    profile: profile(),
    holiday: 0.7 + random(),
    noise: 0.1 + 0.4 * random(),
  };
  const demandProfile = {
    level: surplus.level * (0.5 + random()),
    profile: profile(),
    holiday: 0.4 + 0.8 * random(),
    noise: 0.1 + 0.4 * random(),
  };
  const yearlyTrend = 0.6 * normal(random);
  const season = 0.2 * random();
  const closedWeekday = random() < 0.6 ? Math.floor(7 * random()) : -1;
  const vacation = Math.floor(DAYS * random());
  // Buyers come evenly, or rather towards the end.
  const lateness = 0.7 + random();
  const history: SimulatedDay[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    const at = new Date(FIRST_DAY + day * DAY_MS);
    const date = at.toISOString().slice(0, 10);
    const weekday = (at.getUTCDay() + 6) % 7;
    if (weekday === closedWeekday || (day >= vacation && day < vacation + 14)) continue;
    const isHoliday = HOLIDAYS.has(date);
    const change = Math.exp((yearlyTrend * day) / 365) * (1 + season * Math.sin((2 * Math.PI * day) / 365));
    const meanOf = ({ level, profile, holiday }: typeof surplus) =>
      level * profile[weekday]! * change * (isHoliday ? holiday : 1);
    const means = { offered: meanOf(surplus), demand: meanOf(demandProfile) };
    const offered = Math.min(noisyCount(random, means.offered, surplus.noise), 99);
    const demand = noisyCount(random, means.demand, demandProfile.noise);
    if (offered === 0) continue;
    const sold = Math.min(offered, demand);
    const arrivals = Array.from({ length: demand }, () => random() ** (1 / lateness)).sort((a, b) => a - b);
    const isSoldOut = demand >= offered;
    history.push({
      ...{ date, isHoliday, offered, sold, isSoldOut, demand, means },
      soldOutAt: isSoldOut ? arrivals[offered - 1]! : null,
      // A third of those who find nothing wait.
      waited: poisson(random, 0.3 * Math.max(demand - offered, 0)),
      isOwnNumber: false,
    });
  }
  return history;
}

type Method = (
  history: readonly PastDay[],
  day: SimulatedDay,
) => { leftOver: Forecast; bought: Forecast } | null;

const model: Method = (history, day) => {
  const forecast = forecastDays(history, day.date, [day]);
  return forecast && { leftOver: forecast.leftOver[0]!, bought: forecast.bought[0]! };
};

const toForecast = (expected: number): Forecast => ({ expected, low: expected, high: expected });

const average: Method = (history, day) => {
  const leftOver = weekdayAverage(history, { date: day.date, before: day.date }, ({ offered }) => offered);
  const bought = weekdayAverage(history, { date: day.date, before: day.date }, ({ sold }) => sold);
  return leftOver === null || bought === null
    ? null
    : { leftOver: toForecast(leftOver), bought: toForecast(bought) };
};

/** The other candidate: quantiles of all days, of which recent ones and those of the weekday weigh more. */
const weightedQuantiles: Method = (history, day) => {
  const now = Date.parse(day.date) / DAY_MS;
  const quantiles = (count: (past: PastDay) => number): Forecast | null => {
    const rows = history
      .filter(({ date }) => date < day.date)
      .map((past) => {
        const age = now - Date.parse(past.date) / DAY_MS;
        const isLike = age % 7 === 0 && past.isHoliday === day.isHoliday;
        return { count: count(past), weight: 0.5 ** (age / 42) * (isLike ? 1 : 0.05) };
      })
      .sort((a, b) => a.count - b.count);
    const total = rows.reduce((sum, { weight }) => sum + weight, 0);
    if (total === 0) return null;
    const at = (share: number) => {
      let sum = 0;
      for (const { count: value, weight } of rows) {
        sum += weight;
        if (sum >= share * total) return value;
      }
      return 0;
    };
    return { expected: at(0.5), low: at(0.1), high: at(0.9) };
  };
  const leftOver = quantiles(({ offered }) => offered);
  // What a sold-out day would have had, in proportion to its time on sale.
  const bought = quantiles(({ sold, soldOutAt, waited }) =>
    Math.max(sold + waited, Math.round(sold / Math.max(soldOutAt ?? 1, 0.5))),
  );
  return leftOver && bought && { leftOver, bought };
};

/** Nobody can do better than who knows the shop's own numbers; what is left is chance. */
const shopsOwnNumbers: Method = (_, { means }) => ({
  leftOver: toForecast(Math.round(means.offered * 0.95)),
  bought: toForecast(Math.round(means.demand * 0.95)),
});

const METHODS = {
  'weekday average': average,
  'weighted quantiles': weightedQuantiles,
  'negative binomial (chosen)': model,
  "the shop's own numbers": shopsOwnNumbers,
};

/** Prints the mean error of each method over the last eight weeks of simulated shops; of what would be bought, against the truth. */
export function compareForecasts(places = 300): void {
  const sums = new Map(
    Object.keys(METHODS).map((name) => [
      name,
      { days: 0, leftOver: 0, bought: 0, inLeftOver: 0, inBought: 0 },
    ]),
  );
  for (let seed = 1; seed <= places; seed += 1) {
    const history = simulateSalePlace(seed);
    const last = Date.parse(history.at(-1)!.date);
    for (const day of history) {
      if (Date.parse(day.date) <= last - TESTED_DAYS * DAY_MS) continue;
      for (const [name, method] of Object.entries(METHODS)) {
        const forecast = method(history, day);
        if (!forecast) continue;
        const sum = sums.get(name)!;
        sum.days += 1;
        sum.leftOver += Math.abs(forecast.leftOver.expected - day.offered);
        sum.bought += Math.abs(forecast.bought.expected - day.demand);
        const isIn = ({ low, high }: Forecast, count: number) => low <= count && count <= high;
        if (isIn(forecast.leftOver, day.offered)) sum.inLeftOver += 1;
        if (isIn(forecast.bought, day.demand)) sum.inBought += 1;
      }
    }
  }
  const base = sums.get('weekday average')!;
  for (const [name, sum] of sums) {
    const mean = (key: 'leftOver' | 'bought') => (sum[key] / sum.days).toFixed(2);
    const ratio = (key: 'leftOver' | 'bought') => (sum[key] / sum.days / (base[key] / base.days)).toFixed(2);
    const share = (count: number) => `${((100 * count) / sum.days).toFixed(0)} %`;
    process.stdout.write(
      `${name.padEnd(28)} left over: ${mean('leftOver')} packs off (${ratio('leftOver')}), in range ${share(sum.inLeftOver)}; ` +
        `would be bought: ${mean('bought')} (${ratio('bought')}), in range ${share(sum.inBought)}\n`,
    );
  }
}

/** The same of the demo's shops, as their own pages say it: a sold-out day counts with what is certain. */
export async function measureDemoForecasts(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-bench-'));
  const postgres = await startEmbedded(dataDir);
  try {
    await prepareDatabase(postgres);
    const db = openDatabase(postgres.ownerUrl, 4);
    const now = new Date();
    await seedIfEmpty(db, now, { secrets: createSecrets(randomBytes(32).toString('hex')) });
    await computeForecasts({ db, clock: { now: () => now } } as Context);
    const { rows } = await sql<{ products: number; days: number } & Record<string, number>>`
      select count(*)::int as products, sum(measured_days)::int as days,
        (sum(measured_days * mean_error) / sum(measured_days))::float8 as "leftOver",
        (sum(measured_days * average_error) / sum(measured_days))::float8 as "leftOverAverage",
        (sum(bought_days * bought_error) / sum(bought_days))::float8 as bought,
        (sum(bought_days * bought_average_error) / sum(bought_days))::float8 as "boughtAverage"
      from forecast_runs`.execute(db);
    const { products, days, leftOver, leftOverAverage, bought, boughtAverage } = rows[0]!;
    process.stdout.write(
      `demo, ${products} packs, ${days} days: left over ${leftOver!.toFixed(2)} packs off, weekday average ${leftOverAverage!.toFixed(2)}; ` +
        `would be bought ${bought!.toFixed(2)}, weekday average ${boughtAverage!.toFixed(2)}\n`,
    );
    await db.destroy();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
