/** Where the time comes from: the only place that may read the machine's clock; tests set their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
