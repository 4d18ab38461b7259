import { type Language, pickLanguage } from '@wopack/domain';
import Type, { type Static } from 'typebox';

/** Legal data of the operator, and settings of settlement with sellers and partners. */
export const OperatorEnvironment = Type.Object({
  OPERATOR_NAME: Type.String({ default: 'WoPack', description: 'legal name, on statements and transfers' }),
  OPERATOR_ADDRESS: Type.String({ default: '', description: 'address, on statements' }),
  OPERATOR_VAT_NUMBER: Type.String({
    default: '',
    description: 'VAT number with its country, on statements',
  }),
  OPERATOR_EMAIL: Type.String({
    default: '',
    description: 'where alerts and finished payout files are announced',
  }),
  OPERATOR_LANGUAGE: Type.String({ default: 'en', description: 'of that mail: pt, en or ru' }),
  OPERATOR_IBAN: Type.String({ default: '', description: 'account payouts leave from; none: no payouts' }),
  OPERATOR_BIC: Type.String({ default: '', description: 'of that account, when the bank asks for it' }),
  OPERATOR_VAT_PERCENT: Type.Number({
    default: 23,
    minimum: 0,
    maximum: 100,
    description: 'VAT inside the commission of 1.29',
  }),
  PAYOUT_MINIMUM: Type.Number({ default: 10, minimum: 0.01, description: 'euros; less waits for more' }),
});

export interface OperatorConfig {
  name: string;
  address: string;
  vatNumber: string;
  /** Null: alerts are only logged. */
  email: string | null;
  language: Language;
  /** Null: no payouts are made. */
  iban: string | null;
  bic: string | null;
  vatPercent: number;
  minPayoutCents: number;
}

export const parseOperatorConfig = (environment: Static<typeof OperatorEnvironment>): OperatorConfig => ({
  name: environment.OPERATOR_NAME,
  address: environment.OPERATOR_ADDRESS,
  vatNumber: environment.OPERATOR_VAT_NUMBER,
  email: environment.OPERATOR_EMAIL || null,
  language: pickLanguage(environment.OPERATOR_LANGUAGE),
  iban: environment.OPERATOR_IBAN.replace(/\s/g, '') || null,
  bic: environment.OPERATOR_BIC || null,
  vatPercent: environment.OPERATOR_VAT_PERCENT,
  minPayoutCents: Math.round(environment.PAYOUT_MINIMUM * 100),
});
