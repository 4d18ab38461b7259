import Type from 'typebox';
import { Data, endpoint, Lines, Nullable, ofBusiness, Password, Text } from '../../endpoint.ts';
import { businessCountries, sellerKinds } from '../../vocabulary.ts';

const module = 'identity';

const VatPercent = Type.Optional(
  Nullable(
    Type.Number({
      minimum: 0,
      maximum: 30,
      description: "VAT rate of the seller's packs as receipts state it; 0: exempt, null: not stated",
    }),
  ),
);

const Country = Type.Enum(businessCountries, { $id: 'Country', description: 'ISO 3166-1 alpha-2' });

/** What tax authorities ask of sellers besides the legal identity. Source: Directive 2011/16/EU, annex V, section II, B. */
const taxFields = {
  kind: Type.Optional(
    Type.Enum(sellerKinds, {
      description: 'whether the seller is a natural person; with it come the fields below that belong to it',
    }),
  ),
  first_name: Type.Optional(Text(80)),
  last_name: Type.Optional(Text(80)),
  birth_date: Type.Optional(Type.String({ maxLength: 10, description: 'of a person: 1980-05-31' })),
  register_number: Type.Optional(
    Type.String({ maxLength: 40, description: 'of a company; in Portugal the NIPC unless it is another' }),
  ),
  tax_number: Type.Optional(
    Type.String({ maxLength: 32, description: 'in Portugal that of the VAT number unless it is another' }),
  ),
  tax_country: Type.Optional(Country),
  post_code: Type.Optional(Text(16)),
  city: Type.Optional(Text(80)),
};

export const Business = Type.Object(
  {
    legal_name: Type.String(),
    address: Type.String({
      description: 'street and number; the whole address where `post_code` is missing; without the country',
    }),
    country: Country,
    vat_number: Type.String({ description: 'with country prefix, without spaces: PT501442600' }),
    vat_percent: VatPercent,
    ...taxFields,
  },
  { $id: 'Business' },
);

/** Legal identity of a seller or partner. */
export const business = {
  getBusiness: endpoint({
    method: 'GET',
    path: '/api/v1/user/business',
    module,
    auth: 'user',
    summary: 'Legal name, address and VAT number; null until entered',
    query: Type.Object(ofBusiness),
    reply: Data(Nullable(Business)),
    errors: ['validation', 'notAllowed'],
  }),
  updateBusiness: endpoint({
    method: 'POST',
    path: '/api/v1/user/business',
    module,
    auth: 'user',
    summary:
      'Set the legal identity. Buyers see name and address before they pay. Data for tax authorities stays as it is without `kind`, the VAT rate without `vat_percent`. With `business_id` an owner changes that of the business, with the password or a code; all owners get a mail',
    body: Type.Object({
      ...ofBusiness,
      password: Type.Optional(Password()),
      code: Type.Optional(
        Type.String({
          maxLength: 16,
          description: 'from send_code with the purpose members, instead of the password',
        }),
      ),
      legal_name: Text(160, 1),
      address: Lines(240, 1),
      country: Country,
      vat_number: Type.String({
        minLength: 1,
        maxLength: 32,
        description: 'spaces, dots and country prefix are optional; format and check digits are validated',
      }),
      vat_percent: VatPercent,
      ...taxFields,
    }),
    reply: Data(Business),
    limits: [{ max: 20, window: '1 hour', by: 'user', counts: 'failures' }],
    errors: ['validation', 'notAllowed', 'tooMany'],
  }),
} as const;
