import Type from 'typebox';
import { Data, Nullable, Text } from './common.ts';
import { endpoint } from './endpoint.ts';
import { businessCountries } from './vocabulary.ts';

const module = 'identity';

const Country = Type.Enum(businessCountries, { $id: 'Country', description: 'ISO 3166-1 alpha-2' });

export const Business = Type.Object(
  {
    legal_name: Type.String(),
    address: Type.String({ description: 'without the country' }),
    country: Country,
    vat_number: Type.String({ description: 'with country prefix, without spaces: PT501442600' }),
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
    reply: Data(Nullable(Business)),
    errors: [],
  }),
  updateBusiness: endpoint({
    method: 'POST',
    path: '/api/v1/user/business',
    module,
    auth: 'user',
    summary: 'Set the legal identity. Buyers see name and address before they pay',
    body: Type.Object({
      legal_name: Text(160, 1),
      address: Text(240, 1),
      country: Country,
      vat_number: Type.String({
        minLength: 1,
        maxLength: 32,
        description: 'spaces, dots and country prefix are optional; format and check digits are validated',
      }),
    }),
    reply: Data(Business),
    errors: ['validation'],
  }),
} as const;
