import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import type { EnterCode } from './codes/code-tries.ts';
import {
  createDiscountCode,
  listDiscountCodes,
  stopDiscountCode,
  validateDiscountCode,
} from './codes/codes.ts';
import { redeemCode } from './codes/redeem.ts';
import { getOrderCredit, giveOrderCredit, validateNote } from './give/give-credit.ts';
import { listCreditMovements, viewMyCredit } from './give/my-credit.ts';

export function creditRoutes(context: Context, { route }: Http, enterCode: EnterCode): void {
  route(endpoints.getMyCredit, ({ actor }) => viewMyCredit(context, actor.id));
  route(endpoints.listCreditMovements, (call) => listCreditMovements(context, call));
  route(endpoints.redeemCode, (call) => redeemCode(context, enterCode, call));
  route(endpoints.listDiscountCodes, (call) => listDiscountCodes(context, call));
  route(endpoints.createDiscountCode, (call) => createDiscountCode(context, call), {
    validate: (call) => validateDiscountCode(context, call),
  });
  route(endpoints.stopDiscountCode, (call) => stopDiscountCode(context, call));
  route(endpoints.getOrderCredit, (call) => getOrderCredit(context, call));
  route(endpoints.giveOrderCredit, (call) => giveOrderCredit(context, call), { validate: validateNote });
}
