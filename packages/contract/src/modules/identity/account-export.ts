import Type from 'typebox';
import { Cents, Id, Instant, Latitude, Longitude, Nullable, VatRate } from '../../endpoint.ts';
import {
  creditSources,
  discountPayers,
  entryStates,
  orderStates,
  payoutStates,
  securityEventKinds,
  shareReasons,
  shareSides,
  valueAnswers,
} from '../../vocabulary.ts';
import { quantityFields } from '../orders/orders.ts';
import { Business } from './business.ts';
import { Food } from './food.ts';

const OrderState = Type.Enum(orderStates);
const NamedReference = Type.Object({ id: Id, name: Type.String() }, { $id: 'NamedReference' });

const Profile = Type.Object({
  id: Id,
  name: Type.String(),
  sname: Type.String(),
  email: Type.String(),
  email_verified_at: Nullable(Instant),
  phone: Type.String(),
  city: Type.String(),
  latitude: Nullable(Latitude),
  longitude: Nullable(Longitude),
  avatar_path: Nullable(Type.String()),
  is_owner: Type.Boolean(),
  is_partner: Type.Boolean(),
  language: Type.String(),
  ref_code: Type.String(),
  food: Type.Optional(Food),
  invited: Type.Boolean({ description: "registered by a partner's referral link" }),
  terms_accepted_at: Instant,
  created_at: Instant,
});

const LegalTextEvent = Type.Object({ text: Type.String(), version: Type.String(), at: Instant });

const Device = Type.Object({
  device_name: Type.String(),
  created_at: Instant,
  last_used: Instant,
  expires_at: Instant,
});

const Order = Type.Object({
  id: Id,
  state: OrderState,
  product: NamedReference,
  sale_place: NamedReference,
  address: Type.String(),
  price_cents: Cents,
  ...quantityFields,
  refunded_cents: Cents,
  pin: Type.String(),
  credit_cents: Type.Integer({ description: 'euro cents of the price that credit paid' }),
  discount_cents: Type.Integer({ description: 'euro cents of the price that a discount code took off' }),
  friend_links: Type.Array(
    Type.Object({ created_at: Instant, opened_at: Nullable(Instant), taken_back_at: Nullable(Instant) }),
    { description: 'by which it was sent to a friend; kept until 60 days after the pickup' },
  ),
  cancel_reason: Nullable(Type.String()),
  invoice_name: Nullable(Type.String()),
  invoice_tax_number: Nullable(Type.String()),
  value_answer: Nullable(
    Type.Object({
      answer: Type.Enum(valueAnswers),
      photo: Nullable(Type.String()),
      may_be_shown: Type.Boolean(),
      answered_at: Instant,
    }),
  ),
  rating: Nullable(
    Type.Object({
      stars: Type.Integer(),
      text: Type.String(),
      reply: Nullable(Type.String({ description: "the seller's" })),
      created_at: Instant,
    }),
  ),
  report: Nullable(
    Type.Object({
      text: Type.String(),
      photo: Nullable(Type.String()),
      answer: Nullable(Type.String()),
      created_at: Instant,
    }),
  ),
  pickup_start: Instant,
  pickup_end: Instant,
  collected_at: Nullable(Instant),
  created_at: Instant,
});

/** Without the buyer: their personal data is not part of a seller's export. */
const SellerOrder = Type.Object({
  cancel_reason: Type.Optional(Nullable(Type.String({ description: "the seller's" }))),
  report_answer: Type.Optional(Nullable(Type.String({ description: "the seller's, to a report" }))),
  review_reply: Nullable(Type.Object({ text: Type.String(), created_at: Instant })),
  report_messages: Type.Array(Type.Object({ text: Type.String(), created_at: Instant }), {
    description: 'what the seller wrote to operators about a reported problem',
  }),
  id: Id,
  state: OrderState,
  product: NamedReference,
  sale_place: NamedReference,
  price_cents: Cents,
  ...quantityFields,
  refunded_cents: Cents,
  commission_cents: Cents,
  earning_cents: Type.Integer({ description: 'euro cents: price less commission' }),
  discount_cents: Type.Integer({ description: 'euro cents of the price that a discount code took off' }),
  discount_payer: Nullable(
    Type.Enum(discountPayers, {
      description: 'who pays the discount: business, out of the earning, or operator; null: there is none',
    }),
  ),
  pickup_start: Instant,
  pickup_end: Instant,
  collected_at: Nullable(Instant),
  created_at: Instant,
});

const SalePlace = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  descriptions: Type.Record(Type.String(), Type.String(), { description: 'in other languages' }),
  phone: Type.String(),
  address: Type.String(),
  latitude: Latitude,
  longitude: Longitude,
  time_zone: Type.String(),
  category_ids: Type.Array(Id),
  logo: Nullable(Type.String()),
  created_at: Instant,
});

const Product = Type.Object({
  id: Id,
  sale_place_id: Id,
  name: Type.String(),
  description: Type.String(),
  texts: Type.Array(
    Type.Object({ language: Type.String(), name: Type.String(), description: Type.String() }),
    {
      description: 'in other languages',
    },
  ),
  price_cents: Cents,
  old_price_cents: Cents,
  category_ids: Type.Array(Id),
  photos: Type.Array(Type.String()),
  allergens: Type.Array(Type.String()),
  is_free_of_allergens: Type.Boolean(),
  diet: Type.Array(Type.String()),
  weight_grams: Nullable(Type.Integer()),
  vat_rate: VatRate,
  state: Type.String(),
  daily_quantity: Nullable(Type.Integer()),
  max_per_order: Type.Integer(),
  allocation: Type.String(),
  entry_minutes: Type.Integer(),
  schedule: Nullable(
    Type.Record(Type.String(), Type.Object({ time_start: Type.String(), time_end: Type.String() })),
  ),
  code: Type.Optional(Type.String({ description: "the seller's own" })),
  created_at: Instant,
});

const Payment = Type.Object({
  id: Id,
  product: NamedReference,
  amount_cents: Cents,
  state: Type.String(),
  provider: Type.String(),
  method: Type.String(),
  card: Nullable(Type.String({ description: 'last four digits' })),
  phone_ending: Nullable(Type.String({ description: 'of the phone that MB WAY asked' })),
  failure: Nullable(Type.String()),
  invoice_name: Nullable(Type.String()),
  invoice_tax_number: Nullable(Type.String()),
  created_at: Instant,
  settled_at: Nullable(Instant),
});

const LedgerEntry = Type.Object({
  account: Type.String({ description: "'seller:12'" }),
  kind: Type.String(),
  reference: Type.String(),
  amount_cents: Type.Integer({ description: 'credits are negative: what WoPack owes' }),
  created_at: Instant,
});

const ShareLine = Type.Object({
  side: Type.Enum(shareSides),
  person_id: Id,
  hundredths: Type.Integer({ description: 'hundredths of a euro cent' }),
  state: Type.String(),
  reason: Type.Enum(shareReasons),
  credit_month: Nullable(Type.String()),
  created_at: Instant,
});

const ShareCredit = Type.Object({ month: Type.String(), amount_cents: Cents, credited_at: Instant });

const NotificationSettings = Type.Object({
  channel: Type.String(),
  reminder_minutes: Type.Integer(),
  asks_value: Type.Boolean(),
  quiet_from: Type.String(),
  quiet_to: Type.String(),
  seller: Type.Object(
    { sold: Type.String(), last_sold: Type.String(), cancelled: Type.String(), report: Type.String() },
    { description: 'channel by type of seller notification, of the own business' },
  ),
  businesses: Type.Array(
    Type.Object({
      business_id: Id,
      sold: Type.String(),
      last_sold: Type.String(),
      cancelled: Type.String(),
      report: Type.String(),
      draw: Type.String(),
      stock_question: Type.String(),
      sale_place_ids: Nullable(Type.Array(Id)),
    }),
    { description: 'what the user chose in each business' },
  ),
  push_devices: Type.Array(Type.Object({ endpoint: Type.String(), created_at: Instant })),
});

const Payout = Type.Object({
  amount_cents: Cents,
  state: Type.Enum(payoutStates),
  iban: Type.String({ description: 'IBAN at the time, like the holder' }),
  holder: Type.String(),
  changed_at: Instant,
});

const AllocationEntry = Type.Object({
  product: NamedReference,
  draw_id: Nullable(Id),
  entry_id: Nullable(Type.String({ description: 'of the entry in the published list of the draw' })),
  random: Nullable(Type.String({ description: "16 bytes made in the buyer's browser, hexadecimal" })),
  state: Type.Enum(entryStates),
  rank: Nullable(Type.Integer()),
  created_at: Instant,
  ended_at: Nullable(Instant),
});

/** All stored data of a user. Each module contributes its part; modules without personal data have none. */
export const AccountExport = Type.Object(
  {
    exported_at: Instant,
    profile: Profile,
    linked_accounts: Type.Array(
      Type.Object({
        provider: Type.String({ description: 'google, apple or facebook' }),
        subject: Type.String({ description: "the user's id at the provider" }),
        linked_at: Instant,
      }),
      { description: 'linked accounts of social sign-in' },
    ),
    devices: Type.Array(Device),
    recognised_devices: Type.Optional(
      Type.Array(Type.Object({ device_name: Type.String(), created_at: Instant, last_sign_in_at: Instant }), {
        description: 'browsers and apps that have signed in',
      }),
    ),
    security_events: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.Enum(securityEventKinds),
          created_at: Instant,
          network: Type.String(),
          device_name: Type.String(),
        }),
      ),
    ),
    business: Type.Optional(Nullable(Business)),
    former_business: Type.Optional(
      Nullable(
        Type.Object(
          {
            ended_at: Instant,
            legal_name: Type.String(),
            address: Type.String(),
            country: Nullable(Type.String()),
            vat_number: Type.String(),
            kind: Nullable(Type.String()),
            first_name: Nullable(Type.String()),
            last_name: Nullable(Type.String()),
            birth_date: Nullable(Type.String()),
            register_number: Nullable(Type.String()),
            tax_number: Nullable(Type.String()),
            tax_country: Nullable(Type.String()),
            post_code: Nullable(Type.String()),
            city: Nullable(Type.String()),
            iban: Nullable(Type.String()),
            holder: Nullable(Type.String()),
            retain_until: Instant,
          },
          {
            description:
              'as it stood when the user handed the business over: statements, invoices and tax reports of its sales until then name it',
          },
        ),
      ),
    ),
    orders: Type.Optional(Type.Array(Order)),
    invoice_details: Type.Optional(
      Nullable(Type.Object({ name: Nullable(Type.String()), tax_number: Type.String() })),
    ),
    payments: Type.Optional(Type.Array(Payment)),
    saved_cards: Type.Optional(
      Type.Array(
        Type.Object({
          provider: Type.String(),
          customer: Type.String({ description: 'under which the provider has the cards' }),
          created_at: Instant,
        }),
      ),
    ),
    payout_account: Type.Optional(
      Nullable(
        Type.Object(
          {
            provider: Type.String(),
            ref: Nullable(Type.String()),
            state: Type.String(),
            bank_last4: Nullable(Type.String()),
            bank_holder: Nullable(Type.String()),
            created_at: Instant,
          },
          { description: 'at the payment provider, which has the rest' },
        ),
      ),
    ),
    favourites: Type.Optional(Type.Array(Type.Object({ product: NamedReference, created_at: Instant }))),
    saved_searches: Type.Optional(
      Type.Array(
        Type.Object({
          text: Type.String(),
          type_id: Nullable(Id),
          diets: Type.Array(Type.String()),
          avoided_allergens: Type.Array(Type.String()),
          has_unnamed: Type.Boolean(),
          latitude: Latitude,
          longitude: Longitude,
          created_at: Instant,
          notified_at: Nullable(Instant),
        }),
      ),
    ),
    entries: Type.Optional(Type.Array(AllocationEntry, { description: 'entries in draws and waitlists' })),
    sale_places: Type.Optional(Type.Array(SalePlace)),
    place_claims: Type.Optional(
      Type.Array(
        Type.Object({
          created_at: Instant,
          sale_place: Type.String(),
          state: Type.String(),
          role: Type.String({ description: 'claimant or owner' }),
          text: Type.String({ description: 'the claim, or the answer to it' }),
          phone: Type.Optional(Type.String({ description: "the claimant's, for the claimant" })),
          photos: Type.Optional(
            Type.Array(Type.String(), { description: "the claimant's, for the claimant" }),
          ),
          reason: Nullable(Type.String({ description: 'of the decision' })),
        }),
      ),
    ),
    products: Type.Optional(Type.Array(Product)),
    sales: Type.Optional(Type.Array(SellerOrder)),
    shares: Type.Optional(Type.Array(ShareLine)),
    share_credits: Type.Optional(Type.Array(ShareCredit)),
    credit: Type.Optional(
      Type.Array(
        Type.Object({
          source: Type.Enum(creditSources),
          amount_cents: Cents,
          left_cents: Cents,
          ended_cents: Cents,
          order_id: Nullable(Type.Integer()),
          code: Nullable(Type.String()),
          ends_at: Nullable(Instant),
          note: Nullable(Type.String()),
          created_at: Instant,
        }),
      ),
    ),
    code_uses: Type.Optional(
      Type.Array(
        Type.Object({
          code: Type.String(),
          amount_cents: Cents,
          order_id: Nullable(Type.Integer()),
          created_at: Instant,
        }),
      ),
    ),
    discount_codes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: Type.String(),
            name: Type.String(),
            used_count: Type.Integer(),
            used_cents: Cents,
            created_at: Instant,
          },
          { description: 'of the business' },
        ),
      ),
    ),
    link_visits: Type.Optional(Type.Array(Type.Object({ day: Type.String(), visits: Type.Integer() }))),
    ledger: Type.Optional(Type.Array(LedgerEntry)),
    payout_details: Type.Optional(
      Nullable(Type.Object({ iban: Type.String(), holder: Type.String(), updated_at: Instant })),
    ),
    payouts: Type.Optional(Type.Array(Payout)),
    notifications: Type.Optional(NotificationSettings),
    decisions: Type.Optional(
      Type.Array(
        Type.Object({
          created_at: Instant,
          role: Type.String(),
          outcome: Type.String(),
          subject_kind: Type.String(),
          subject_name: Type.String(),
          reason: Type.String(),
          objection: Nullable(Type.String()),
          objection_outcome: Nullable(Type.String()),
          objection_reason: Nullable(Type.String()),
        }),
        { description: 'decisions of operators that concern the user' },
      ),
    ),
    content_reports: Type.Optional(
      Type.Array(
        Type.Object({
          created_at: Instant,
          subject_kind: Type.String(),
          subject_id: Id,
          ground: Type.String(),
          text: Type.String(),
          state: Type.String(),
        }),
        { description: 'content that the user reported' },
      ),
    ),
    memberships: Type.Optional(
      Type.Array(
        Type.Object({
          business_id: Id,
          role: Type.String(),
          joined_at: Instant,
          last_seen_at: Nullable(Instant),
        }),
        { description: 'businesses that the user acts for' },
      ),
    ),
    counter_names: Type.Optional(
      Type.Array(Type.Object({ sale_place_id: Id, name: Type.String(), created_at: Instant }), {
        description: 'people at the counters without an account, as the business calls them',
      }),
    ),
    activity: Type.Optional(
      Type.Array(Type.Object({ business_id: Id, kind: Type.String(), at: Instant }), {
        description: 'what the user did for businesses',
      }),
    ),
    invitations: Type.Optional(
      Type.Array(
        Type.Object({ business_id: Id, email: Type.String(), role: Type.String(), sent_at: Instant }),
        { description: 'open ones that the user sent' },
      ),
    ),
    legal_texts: Type.Optional(
      Type.Object({
        accepted: Type.Array(LegalTextEvent, {
          description: 'also texts that the user confirmed having read',
        }),
        announced: Type.Array(LegalTextEvent),
      }),
    ),
    referral_signs: Type.Optional(
      Type.Array(Type.Object({ kind: Type.String(), found_at: Instant }), {
        description: 'what the user has in common with whom they referred, or who referred them',
      }),
    ),
  },
  { $id: 'AccountExport' },
);
