import Type, { type TSchema } from 'typebox';
import { type MemberRight, type OperatorRight, textLanguages } from './vocabulary.ts';

/**
 * The `code` of replies, with the HTTP status an error of that code is sent with.
 * Source: docs/specification.md, Errors.
 */
export const errorCodes = {
  success: { code: 0, status: 200 },
  /** An invalid field, also a wrong password or login code. `errors` names the fields. */
  validation: { code: 1, status: 422 },
  notSignedIn: { code: 2, status: 401 },
  notAllowed: { code: 3, status: 403 },
  notFound: { code: 4, status: 404 },
  /** E.g. sold out, too late or already done. */
  conflict: { code: 5, status: 409 },
  paymentRefused: { code: 6, status: 402 },
  /** Comes with a `Retry-After` header in seconds. */
  tooMany: { code: 7, status: 429 },
  uploadRefused: { code: 8, status: 415 },
  uploadTooLarge: { code: 8, status: 413 },
  serviceDown: { code: 9, status: 503 },
  ourFault: { code: 10, status: 500 },
} as const;

export type ErrorName = Exclude<keyof typeof errorCodes, 'success'>;

/**
 * Who may call: anyone; anyone, with a valid token used if present; a guest without a token or a signed-in user; a
 * signed-in user; a member of a business with the `businessRight` of the endpoint; a counter device; an operator with a
 * session of the console and its `right`.
 */
export type Auth = 'public' | 'optional' | 'guest' | 'user' | 'member' | 'device' | 'operator';

/** At most `max` requests per `window`. */
export interface RateLimit {
  max: number;
  window: '1 minute' | '1 hour';
  /** What requests are counted by: network (default), network of callers without a token, or user. */
  by?: 'address' | 'guest' | 'user';
  /** By default all requests. Failures: those that are answered an error. */
  counts?: 'all' | 'failures';
  /** Counts only requests with this query parameter. */
  whenQueryHas?: string;
}

/** One call of the API. Source of server validation and serialisation, client types and OpenAPI. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** Absolute path; parameters in braces: `/api/v1/products/{id}`. */
  path: `/${string}`;
  module: string;
  auth: Auth;
  /** What a member of a business needs; with `auth: 'member'`. */
  businessRight?: MemberRight;
  /** Counter devices may call it too, with the rights of `counter` for their sale place; with `auth: 'member'`. */
  devices?: true;
  /** What an operator needs; with `auth: 'operator'`. */
  right?: OperatorRight;
  /** Money and roles: the second factor was confirmed within 5 minutes. Else `notAllowed` with `errors.step_up`. */
  stepUp?: true;
  summary: string;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Name of the single file field of a multipart body; excludes `body`. */
  file?: string;
  reply: TSchema;
  /** Name of the event in an endless stream of server-sent events; `reply` is the data of each. */
  stream?: string;
  /** Further events of the same stream by name, with the data of each. */
  events?: Readonly<Record<string, TSchema>>;
  /** Content type of a file response, e.g. 'text/csv'; `reply` is then `FileReply`. */
  produces?: string;
  limits?: readonly RateLimit[];
  /**
   * A heavy or frequent read that a streaming replica may answer. A user who has just written is answered by the
   * primary until the replica has replayed the write.
   */
  readsReplica?: true;
  /**
   * Possible errors besides `ourFault` and `serviceDown`, and `notSignedIn` / `notAllowed`, which follow
   * from `auth`.
   */
  errors: readonly ErrorName[];
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

// A schema with an `$id` is a component of openapi.json, under that name.

/** The greatest id that a column of 32 bits holds. */
export const MAX_ID = 2_147_483_647;
export const Id = Type.Integer({ $id: 'Id', minimum: 1, maximum: MAX_ID });

/** Several of the member's sale places, in a query. */
export const SalePlaceIds = Type.String({
  $id: 'SalePlaceIds',
  pattern: '^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9}){0,99}$',
  maxLength: 1100,
  description: "comma-separated ids of the member's sale places; left out: all",
});

/** An id in a JSON body; the original client sends some as text. */
export const IdOrText = Type.Union([Id, Type.String({ pattern: '^[1-9][0-9]{0,9}$' })], {
  $id: 'IdOrText',
  description: 'positive integer, or the same as text',
});

export const IdParams = Type.Object({ id: Id });

/** Slots are more than a column of 32 bits can number: one a product a day. */
export const SlotId = Type.Integer({ $id: 'SlotId', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const SlotParams = Type.Object({ id: SlotId });

/**
 * One line, like every text of a request that has no format: the server refuses line breaks, control characters, controls
 * of writing direction, and text that nobody sees.
 */
export const Text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength });

/** A text that may have several lines; the rest holds for it as well. */
export const Lines = (maxLength: number, minLength = 0, description?: string) =>
  Type.String({ format: 'lines', maxLength, minLength, ...(description && { description }) });

/** Digits with spaces, dots, dashes, slashes and brackets; spaces and dashes of other kinds are replaced. */
export const Phone = (minLength = 0) =>
  Type.String({
    format: 'phone',
    maxLength: 32,
    minLength,
    description: '5 to 15 digits, with spaces, dots, dashes, slashes and brackets; may begin with +',
  });

/**
 * In ASCII. Stored, compared and answered in small letters, whatever the case that is sent; a domain in other letters is
 * brought to the form of the domain name system.
 */
export const Email = Type.String({ format: 'email', minLength: 1, maxLength: 254 });

/** Any characters, because nobody else sees it. */
export const Password = (description?: string) =>
  Type.String({ format: 'password', maxLength: 200, ...(description && { description }) });

export const Latitude = Type.Number({
  $id: 'Latitude',
  minimum: -90,
  maximum: 90,
  description: 'degrees, WGS 84',
});
export const Longitude = Type.Number({
  $id: 'Longitude',
  minimum: -180,
  maximum: 180,
  description: 'degrees, WGS 84',
});

export const Instant = Type.String({ $id: 'Instant', format: 'date-time', description: 'ISO 8601, UTC' });
/** A date of the calendar. PostgreSQL has no year 0. */
export const Day = (description?: string) =>
  Type.String({ format: 'date', pattern: '^(?!0000)', ...(description && { description }) });
export const Month = (description: string) =>
  Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description });
/** IANA time zone name. */
export const TimeZone = Type.String({ $id: 'TimeZone', description: "IANA name, e.g. 'Europe/Lisbon'" });
/**
 * For clients that cannot format dates. Others format the instants, because relative days are true for one
 * day only.
 */
export const PickupText = Type.String({
  $id: 'PickupText',
  description: "window with weekday and date, in the caller's language and the time zone of the sale place",
});
export const TextLanguage = Type.Enum(textLanguages, { $id: 'TextLanguage' });
export const Euros = Type.Number({ $id: 'Euros', description: 'euros, decimal' });
export const Cents = Type.Integer({ $id: 'Cents', description: 'euro cents' });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Whom an invoice is for; sellers issue invoices themselves. */
export const invoiceFields = {
  invoice_name: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 120,
        description:
          "on the seller's invoice; only with a number. Name and number are replaced together: a number without a name removes the name",
      }),
    ),
  ),
  invoice_tax_number: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 32,
        description:
          "on the seller's invoice: of the seller's country (in Portugal a NIF, whose check digit is validated), or with the two letters of another before it. Empty or null: none",
      }),
    ),
  ),
};

/** With these, what is given is kept for the next purchase. */
export const KeepInvoiceDetails = Type.Optional(
  Type.Boolean({ description: 'true: kept in the account for the next purchase' }),
);

export const VatRate = Type.Union(
  [Type.Number({ minimum: 0, maximum: 30 }), Type.Literal('mixed'), Type.Null()],
  {
    $id: 'VatRate',
    description:
      'VAT in percent (0: exempt); mixed: contents of several rates. Null: not stated; of a product: as the business states it',
  },
);

export const Data = <T extends TSchema>(schema: T) => Type.Object({ data: schema });
export const IdData = Type.Object({ data: Type.Object({ id: Id }) }, { $id: 'IdData' });
export const Success = Type.Object({ success: Type.Boolean(), code: Type.Literal(0) }, { $id: 'Success' });

export const NamedType = Type.Object(
  { id: Id, name: Type.String(), slug: Type.String({ description: 'language-independent name' }) },
  { $id: 'NamedType', description: "a category; `name` is in the caller's language" },
);

export const Photo = Type.Object(
  {
    path: Type.String({ description: 'largest size, relative to the API host' }),
    srcset: Type.String({ description: 'srcset of an img element; relative to the API host' }),
  },
  { $id: 'Photo' },
);

/** Reply of an endpoint that `produces` a file. */
export const FileReply = Type.String({ format: 'binary' });

export const ErrorReply = Type.Object(
  {
    code: Type.Integer({ minimum: 1, maximum: 10 }),
    message: Type.String({ description: "text for the user, in the caller's language" }),
    errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
    request_id: Type.Optional(Type.String({ description: 'only with code 10' })),
  },
  { $id: 'Error', description: 'any error' },
);

/** Left out, the call is about the user alone, in all their roles. */
export const ofBusiness = {
  business_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_ID,
      description:
        'the seller side of the business that the device works for, for members with the right and all sale places; left out: the own account in all roles',
    }),
  ),
};
