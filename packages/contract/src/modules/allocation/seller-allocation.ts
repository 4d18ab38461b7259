import Type from 'typebox';
import { Cents, Data, endpoint, Id, IdParams, Instant, Nullable, SlotId } from '../../endpoint.ts';
import { allocationChoices, allocationModes, allocationReasons } from '../../vocabulary.ts';
import { allocationFields, NamedItem, PlaceInZone } from './allocation.ts';

const module = 'allocation';

export const AllocationChoice = Type.Enum(allocationChoices, { $id: 'AllocationChoice' });
export const EntryMinutes = Type.Integer({
  $id: 'EntryMinutes',
  minimum: 15,
  maximum: 720,
  description: 'how long a draw takes entries',
});

/** How a product's units are given out, as its seller sees it. */
const ProductAllocation = Type.Object(
  {
    allocation: AllocationChoice,
    entry_minutes: EntryMinutes,
    next: Type.Object(
      {
        mode: Type.Enum(allocationModes),
        reason: Type.Enum(allocationReasons, {
          description:
            'chosen: by the seller; the others by automatic: units of `fast_slots` of the last `slots` were taken within ten minutes, or not; two draws had fewer entries than units; the draws go on',
        }),
        fast_slots: Type.Integer(),
        slots: Type.Integer(),
        pickup_start: Nullable(Instant),
      },
      { description: 'the slot that goes on sale next' },
    ),
  },
  { $id: 'ProductAllocation' },
);

const SellerAllocation = Type.Object(
  {
    product: Type.Object({ id: Id, name: Type.String(), sale_place_id: Id }),
    ...ProductAllocation.properties,
    slot: Nullable(
      Type.Object(
        {
          id: Id,
          pickup_start: Instant,
          pickup_end: Instant,
          quantity: Type.Integer(),
          sold: Type.Integer(),
          offered: Type.Integer({ description: 'units on hold for people in line or winners' }),
          held: Type.Integer({ description: 'units on hold for other buyers' }),
          left: Type.Integer(),
          offered_until: Nullable(Instant),
          ...allocationFields,
        },
        { description: 'the slot on sale' },
      ),
    ),
  },
  { $id: 'SellerAllocation' },
);

export const sellerAllocation = {
  listSellerAllocations: endpoint({
    method: 'GET',
    path: '/api/v1/seller/allocations',
    module,
    auth: 'member',
    businessRight: 'hand_out',
    summary: "How units of the seller's products are given out: choice, reason, draw, waitlist and stock",
    query: Type.Object({ sale_place_id: Type.Optional(Id), product_id: Type.Optional(Id) }),
    reply: Data(Type.Array(SellerAllocation)),
    errors: ['validation'],
  }),
  updateAllocation: endpoint({
    method: 'POST',
    path: '/api/v1/seller/products/{id}/allocation',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Choose how units of a product are given out, from the next slot on that is not on sale yet',
    params: IdParams,
    body: Type.Object({ allocation: AllocationChoice, entry_minutes: Type.Optional(EntryMinutes) }),
    reply: Data(ProductAllocation),
    errors: ['validation', 'notFound'],
  }),
  getDemand: endpoint({
    method: 'GET',
    path: '/api/v1/seller/demand',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: "Wanted against sold: the last slots of the seller's products, oldest first",
    query: Type.Object({
      sale_place_id: Type.Optional(Id),
      product_id: Type.Optional(Id),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 60, default: 14, description: 'slots of each product' }),
      ),
    }),
    reply: Data(
      Type.Array(
        Type.Object({
          product: NamedItem,
          sale_place: PlaceInZone,
          price_cents: Cents,
          earning_cents: Cents,
          slots: Type.Array(
            Type.Object({
              slot_id: SlotId,
              date: Type.String({ format: 'date', description: 'at the sale place' }),
              mode: Type.Enum(allocationModes),
              draw_id: Nullable(Id),
              quantity: Type.Integer(),
              sold: Type.Integer(),
              wanted: Type.Integer({
                description: 'people who bought, entered or waited, each counted once; at least `sold`',
              }),
            }),
          ),
        }),
        { description: 'products that somebody wanted' },
      ),
    ),
    readsReplica: true,
    errors: ['validation', 'notFound'],
  }),
} as const;
