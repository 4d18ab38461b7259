/** Loaded before a server that is to believe that it is another day: CLOCK_SHIFT_MS from now. */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const Real = Date;

class Shifted extends Real {
  constructor(...given: [] | [number | string]) {
    if (given.length === 0) super(Real.now() + shift);
    else super(...(given as [number]));
  }
  static override now = () => Real.now() + shift;
}

globalThis.Date = Shifted as DateConstructor;
