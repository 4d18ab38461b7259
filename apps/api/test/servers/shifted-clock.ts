/** Preloaded into a server process to shift its clock by CLOCK_SHIFT_MS. */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...args: [] | [number | string]) {
    if (args.length === 0) super(RealDate.now() + shiftMs);
    else super(...(args as [number]));
  }
  static override now = () => RealDate.now() + shiftMs;
}

globalThis.Date = ShiftedDate as DateConstructor;
