/** Source of the current time. Only `systemClock` reads the machine's clock; tests set their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
