import Type, { type TSchema } from 'typebox';

// A schema with an `$id` is a component of openapi.json, under that name.

export const Id = Type.Integer({ $id: 'Id', minimum: 1, maximum: 2147483647 });

/** An id in a JSON body; the original client sends some as text. */
export const IdOrText = Type.Union([Id, Type.String({ pattern: '^[1-9][0-9]{0,9}$' })], {
  $id: 'IdOrText',
  description: 'positive integer, or the same as text',
});

export const IdParams = Type.Object({ id: Id });

export const Text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength });

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
export const TextLanguage = Type.Enum(['pt', 'en', 'ru'], { $id: 'TextLanguage' });
export const Euros = Type.Number({ $id: 'Euros', description: 'euros, decimal' });
export const Cents = Type.Integer({ $id: 'Cents', description: 'euro cents' });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

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
