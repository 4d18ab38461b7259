import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../../platform/context.ts';
import { markSlotSoldOut, updateSlotQuantity } from '../slots/change-stock.ts';
import { getSellerWeek } from './get-seller-week.ts';
import { deleteHolidayOfSeller, listHolidays, saveHoliday, validateHoliday } from './holidays.ts';
import { updateDateOverride, validateDate } from './update-date-override.ts';

export function pickupCalendarRoutes(context: Context, { route }: Http): void {
  route(endpoints.getSellerWeek, (call) => getSellerWeek(context, call));
  route(endpoints.updateSlotQuantity, (call) => updateSlotQuantity(context, call));
  route(endpoints.markSlotSoldOut, (call) => markSlotSoldOut(context, call));
  route(endpoints.updateDateOverride, (call) => updateDateOverride(context, call), {
    validate: (call) => validateDate(context, call),
  });
  route(endpoints.listHolidays, (call) => listHolidays(context, call));
  route(endpoints.saveHoliday, (call) => saveHoliday(context, call), {
    validate: (call) => validateHoliday(context, call),
  });
  route(endpoints.deleteHoliday, (call) => deleteHolidayOfSeller(context, call));
}
