import Type from 'typebox';
import {
  Data,
  endpoint,
  Id,
  IdParams,
  Instant,
  Nullable,
  Photo,
  SlotId,
  SlotParams,
  Success,
  Text,
  TimeZone,
} from '../../endpoint.ts';
import { drawStates, entryStates, slotModes } from '../../vocabulary.ts';

const module = 'allocation';

const Hex = (bytes: number, description: string) =>
  Type.String({ pattern: `^[0-9a-f]{${bytes * 2}}$`, maxLength: bytes * 2, description });
const ShownPrice = Type.Union([Type.Number(), Text(16, 1)], {
  description: 'euros, as shown to the buyer; another price is a conflict',
});
const EntryId = Type.String({
  format: 'uuid',
  maxLength: 36,
  description: 'of the entry, made by the server',
});

export const NamedItem = Type.Object({ id: Id, name: Type.String() });
export const PlaceInZone = Type.Object(
  { id: Id, name: Type.String(), time_zone: TimeZone },
  { $id: 'PlaceInZone' },
);

const DrawState = Type.Enum(drawStates, {
  $id: 'DrawState',
  description:
    'open: takes entries; closed: being drawn; drawn; cancelled: the slot is sold first come or is off sale',
});
const EntryState = Type.Enum(entryStates, {
  $id: 'EntryState',
  description:
    'entered: the draw is not drawn yet; waiting: in line; offered: a unit is on hold until `offer_expires_at`; bought; lapsed: not paid in time; left; ended: the rest went on public sale, or the draw was cancelled',
});

const DrawSummary = Type.Object(
  {
    id: Id,
    state: DrawState,
    closes_at: Instant,
    entries: Type.Integer({ description: 'people who entered' }),
    units: Type.Integer({ description: 'units that are drawn, or were' }),
  },
  { $id: 'DrawSummary' },
);

const SlotMode = Type.Enum(slotModes, {
  $id: 'SlotMode',
  description:
    'sale: anybody may buy what is left; draw: entries are open, or being drawn; waitlist: sold out or reserved for those in line',
});
export const allocationFields = {
  mode: SlotMode,
  draw: Nullable(DrawSummary),
  waiting: Type.Integer({ description: 'people in line without a unit' }),
  public_sale_at: Instant,
  can_wait: Type.Boolean({ description: 'whether the line takes people now' }),
};

/** How units of the slot on sale are given out, as everybody sees it. */
export const SlotAllocation = Type.Object(allocationFields, { $id: 'SlotAllocation' });

const myFields = {
  state: EntryState,
  entry_id: Nullable(EntryId),
  rank: Nullable(Type.Integer({ description: 'in the draw, from 1' })),
  place: Nullable(Type.Integer({ description: 'place in line, from 1; null when not waiting' })),
  offer_expires_at: Nullable(Instant),
  price_cents: Type.Integer({
    description:
      'what a unit is offered for: as shown when the user entered, or less when the price has fallen',
  }),
};

/** The caller's own part in the slot on sale. */
const MyAllocation = Type.Object(myFields, { $id: 'MyAllocation' });

/** The same with the caller's own entry. */
export const OfferAllocation = Type.Object(
  { ...allocationFields, mine: Nullable(MyAllocation) },
  { $id: 'OfferAllocation' },
);

/** A change of one of the user's entries. Null: events may have been missed, reload all. */
export const MyEntryChange = Type.Object(
  { product_id: Nullable(Id), slot_id: Nullable(SlotId) },
  { $id: 'MyEntryChange' },
);

const MyEntry = Type.Object(
  {
    ...myFields,
    slot_id: SlotId,
    draw_id: Nullable(Id),
    draw_state: Nullable(DrawState),
    closes_at: Nullable(Instant),
    entries: Type.Integer({ description: 'people who entered the draw; 0 without one' }),
    units: Type.Integer({ description: 'units of the slot' }),
    waiting: Type.Integer({ description: 'people in line without a unit' }),
    public_sale_at: Instant,
    pickup_start: Instant,
    pickup_end: Instant,
    created_at: Instant,
    product: Type.Object({ id: Id, name: Type.String(), photo: Nullable(Photo) }),
    sale_place: PlaceInZone,
  },
  { $id: 'MyEntry' },
);

const PublicDraw = Type.Object(
  {
    id: Id,
    state: DrawState,
    units: Type.Integer(),
    entries: Type.Integer(),
    opened_at: Instant,
    closes_at: Instant,
    closed_at: Nullable(Instant),
    drawn_at: Nullable(Instant),
    pickup_start: Instant,
    pickup_end: Instant,
    product: NamedItem,
    sale_place: PlaceInZone,
    seed_hash: Hex(32, 'SHA-256 of the seed, published at opening'),
    list: Nullable(
      Type.Array(
        Type.Object({
          id: EntryId,
          random: Hex(16, "made in the buyer's browser"),
          rank: Nullable(Type.Integer({ description: 'null until drawn' })),
          hmac: Nullable(Hex(32, 'HMAC-SHA256(key, id as text); null until drawn')),
        }),
        { description: 'published at closing, sorted by id' },
      ),
    ),
    list_hash: Nullable(
      Hex(32, 'SHA-256 of the list as text: for each entry its id, a space, `random` and a line feed'),
    ),
    beacon: Nullable(
      Type.Object(
        {
          url: Type.String({ description: 'where the round can be read' }),
          round: Type.Integer(),
          value: Hex(32, 'randomness of the round'),
        },
        { description: 'first round of the public randomness beacon after closing' },
      ),
    ),
    seed: Nullable(Hex(32, 'published when drawn')),
    key: Nullable(Hex(32, 'SHA-256(seed ‖ list hash ‖ beacon value, if any), all as bytes')),
  },
  { $id: 'PublicDraw' },
);

// Many people share an address in the minute before a draw closes.
const writeLimits = [
  { max: 1200, window: '1 minute' },
  { max: 60, window: '1 minute', by: 'user' },
] as const;

export const allocation = {
  enterDraw: endpoint({
    method: 'POST',
    path: '/api/v1/draws/{id}/enter',
    module,
    auth: 'user',
    summary: 'Enter an open draw with a verified e-mail address; when does not matter. Safe to repeat',
    params: IdParams,
    body: Type.Object({
      random: Hex(16, "16 random bytes made in the buyer's browser"),
      amount: Type.Optional(ShownPrice),
    }),
    reply: Data(MyEntry),
    limits: writeLimits,
    errors: ['validation', 'notFound', 'notAllowed', 'conflict', 'tooMany'],
  }),
  withdrawFromDraw: endpoint({
    method: 'POST',
    path: '/api/v1/draws/{id}/withdraw',
    module,
    auth: 'user',
    summary: 'Take back an entry while the draw is open. Safe to repeat',
    params: IdParams,
    reply: Success,
    limits: writeLimits,
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  joinWaitlist: endpoint({
    method: 'POST',
    path: '/api/v1/slots/{id}/waitlist',
    module,
    auth: 'user',
    summary: 'Wait for a unit of a sold-out slot with a verified e-mail address. Safe to repeat',
    params: SlotParams,
    body: Nullable(Type.Object({ amount: Type.Optional(ShownPrice) })),
    reply: Data(MyEntry),
    limits: writeLimits,
    errors: ['validation', 'notFound', 'notAllowed', 'conflict', 'tooMany'],
  }),
  leaveWaitlist: endpoint({
    method: 'POST',
    path: '/api/v1/slots/{id}/waitlist/leave',
    module,
    auth: 'user',
    summary: 'Leave the line of a slot; a unit on hold for the caller goes to the next. Safe to repeat',
    params: SlotParams,
    reply: Success,
    limits: writeLimits,
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  listMyEntries: endpoint({
    method: 'GET',
    path: '/api/v1/user/entries',
    module,
    auth: 'user',
    summary:
      "The caller's entries in draws and waitlists: present ones first, then those of the last 30 days",
    reply: Data(Type.Array(MyEntry)),
    errors: [],
  }),
  getDraw: endpoint({
    method: 'GET',
    path: '/api/v1/draws/{id}',
    module,
    auth: 'public',
    summary: 'A draw with everything that is needed to check it',
    params: IdParams,
    reply: Data(PublicDraw),
    limits: [{ max: 120, window: '1 minute' }],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
} as const;
