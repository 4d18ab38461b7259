import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../../platform/context.ts';
import { changeQuantity, markSoldOut } from './change-stock.ts';
import { removeHoliday, saveHoliday, showHolidays, validateHoliday } from './holidays.ts';
import { setDate, validateDate } from './set-date.ts';
import { showWeek } from './show-week.ts';

export function weekRoutes(context: Context, { route }: Http): void {
  route(endpoints.sellerWeek, (call) => showWeek(context, call));
  route(endpoints.setSlotQuantity, (call) => changeQuantity(context, call));
  route(endpoints.sellOut, (call) => markSoldOut(context, call));
  route(endpoints.setDate, (call) => setDate(context, call), {
    validate: (call) => validateDate(context, call),
  });
  route(endpoints.holidays, (call) => showHolidays(context, call));
  route(endpoints.saveHoliday, (call) => saveHoliday(context, call), {
    validate: (call) => validateHoliday(context, call),
  });
  route(endpoints.removeHoliday, (call) => removeHoliday(context, call));
}
