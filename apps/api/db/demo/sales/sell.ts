import type { SlotWindow } from '@wopack/rules';
import type { Trx } from '../../../src/platform/db/database.ts';
import type { DemoRole } from '../accounts.ts';
import { insertFavourites } from '../queries/favourites.queries.ts';
import { insertSales } from '../queries/sales.queries.ts';
import { insertPastSlots, type PackOnSale } from '../queries/slots.queries.ts';
import type { Timetable } from '../schedules.ts';
import { buyersPast, sellersPast } from './history.ts';
import { openSales, pinMaker } from './open-sales.ts';
import { type Member, partnersPast } from './partners-past.ts';

export interface PackInDemo extends PackOnSale {
  placeId: number;
  /** Belongs to the demo's seller. */
  sellers: boolean;
  ownerId: number;
}

interface World {
  clients: readonly number[];
  accounts: Record<DemoRole, number>;
  timetable: Timetable;
  windows: readonly (readonly SlotWindow[])[];
  now: Date;
  members: readonly Member[];
  /** For how long whom the partner brought has sold; 0 for the others. */
  sellerForDays: (ownerId: number) => number;
}

/** Orders for everything that is sold, the seller's past weeks, and the buyer's own story. */
export async function sell(
  trx: Trx,
  packs: readonly PackInDemo[],
  { clients, accounts, timetable, windows, now, members, sellerForDays }: World,
): Promise<void> {
  const pin = pinMaker();
  const open = openSales(
    packs.flatMap((pack) => {
      const slot = windows[pack.schedule]![0];
      return slot && pack.sold > 0 ? [{ ...pack, slot, allOpen: pack.sellers }] : [];
    }),
    clients,
    pin,
    now,
  );
  const sellers = packs.filter((pack) => pack.sellers);
  const others = packs.filter((pack) => !pack.sellers);
  // The buyer's open order: the first pack sold at the seller's first venue.
  const mine = open.find(({ productId }) => productId === sellers[0]?.productId);
  if (mine) mine.userId = accounts.buyer;

  const old = ({ productId, placeId, quantity, schedule }: PackInDemo) => ({
    productId,
    placeId,
    quantity,
    schedule: timetable.schedules[schedule]!,
  });
  const pasts = [
    sellersPast(sellers.map(old), [accounts.buyer, ...clients], pin, now),
    buyersPast(others.map(old), accounts.buyer, pin, now),
  ];
  const taken = new Set(
    pasts.flatMap(({ slots }) => slots.map(({ productId, date }) => `${productId} ${date}`)),
  );
  const brought = others.flatMap((pack) => {
    const days = sellerForDays(pack.ownerId);
    return days > 0 ? [{ ...old(pack), sellerForDays: days }] : [];
  });
  pasts.push(partnersPast(brought, members, taken, pin, now));
  await insertPastSlots(
    trx,
    pasts.flatMap(({ slots }) => slots),
  );
  await insertSales(trx, [...pasts.flatMap(({ sales }) => sales), ...open]);
  const loved = [
    ...sellers.slice(0, 1),
    ...others.slice(2, 3),
    ...others.slice(3, 40).filter((_, i) => i % 9 === 0),
  ];
  await insertFavourites(
    trx,
    accounts.buyer,
    loved.map(({ productId }) => productId),
    now,
  );
}
