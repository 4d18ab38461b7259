import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { getDemand, listSellerAllocations, updateAllocation } from './seller-allocation.ts';
import {
  enterDraw,
  type GiveUpOffer,
  getDraw,
  joinWaitlist,
  leaveWaitlist,
  listMyEntries,
  withdrawFromDraw,
} from './take-part.ts';

export function allocationRoutes(context: Context, { route }: Http, giveUpOffer: GiveUpOffer): void {
  route(endpoints.enterDraw, (call) => enterDraw(context, call));
  route(endpoints.withdrawFromDraw, (call) => withdrawFromDraw(context, call));
  route(endpoints.joinWaitlist, (call) => joinWaitlist(context, call));
  route(endpoints.leaveWaitlist, (call) => leaveWaitlist(context, call, giveUpOffer));
  route(endpoints.listMyEntries, (call) => listMyEntries(context, call));
  route(endpoints.getDraw, (call) => getDraw(context, call));
  route(endpoints.listSellerAllocations, (call) => listSellerAllocations(context, call));
  route(endpoints.updateAllocation, (call) => updateAllocation(context, call));
  route(endpoints.getDemand, (call, db) => getDemand({ ...context, db }, call));
}
