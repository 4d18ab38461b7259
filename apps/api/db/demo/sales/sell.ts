import type { SlotWindow } from '@wopack/rules';
import type { Trx } from '../../../src/platform/db/database.ts';
import type { DemoRole } from '../accounts.ts';
import { insertFavourites } from '../queries/favourites.queries.ts';
import { insertSales } from '../queries/sales.queries.ts';
import { insertPastSlots, type PackOnSale } from '../queries/slots.queries.ts';
import type { Timetable } from '../schedules.ts';
import { buyersStates, type Member, othersPast, type Past, personsPast, sellersPast } from './history.ts';
import { openSales, pinMaker } from './open-sales.ts';
import { partnersPast } from './partners-past.ts';
import { type RatedPack, rate } from './rate.ts';

export interface PackInDemo extends PackOnSale, RatedPack {
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
  /** For how long an owner, whoever brought them, is a member. */
  ownerForDays: (ownerId: number) => number;
}

/** Orders for everything that is sold, the seller's past weeks, what others sold and was rated, and the accounts' own story. */
export async function sell(
  trx: Trx,
  packs: readonly PackInDemo[],
  { clients, accounts, timetable, windows, now, members, sellerForDays, ownerForDays }: World,
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

  const old = (pack: PackInDemo) => ({ ...pack, schedule: timetable.schedules[pack.schedule]! });
  const elsewhere = others.map(old);
  const buyer = { userId: accounts.buyer, forDays: 120, brought: true };
  const people = [
    personsPast(elsewhere, accounts.buyer, buyersStates, pin, now),
    personsPast(elsewhere.slice(20), accounts.partner, Array(6).fill('collected'), pin, now),
    personsPast(elsewhere.slice(30), accounts.seller, Array(4).fill('collected'), pin, now),
  ];
  const pasts = [...people, sellersPast(sellers.map(old), [buyer, ...members], pin, now)];
  const takenBy = (others: readonly Past[]) =>
    new Set(others.flatMap(({ slots }) => slots.map(({ productId, date }) => `${productId} ${date}`)));
  const brought = others.flatMap((pack) => {
    const days = sellerForDays(pack.ownerId);
    return days > 0 ? [{ ...old(pack), sellerForDays: days }] : [];
  });
  pasts.push(partnersPast(brought, members, takenBy(pasts), pin, now));
  const rest = elsewhere.filter(({ ownerId }) => sellerForDays(ownerId) === 0);
  pasts.push(othersPast(rest, members, ownerForDays, pin, takenBy(pasts), now));
  await insertPastSlots(
    trx,
    pasts.flatMap(({ slots }) => slots),
  );
  const past = rate(
    pasts.flatMap(({ sales }) => sales),
    packs,
    Object.values(accounts),
    now,
  );
  await insertSales(trx, [...past, ...open]);
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
