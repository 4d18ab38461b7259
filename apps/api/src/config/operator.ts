import { type Language, languages } from '@wopack/domain';
import Type, { type Static } from 'typebox';

/** Versions of ISO 20022's customer credit transfer initiation. */
const bankFileFormats = ['pain.001.001.09', 'pain.001.001.03'] as const;
export type BankFileFormat = (typeof bankFileFormats)[number];

/**
 * The operator is whoever runs this installation: the company that statements and transfers name, and that settles with
 * sellers and partners by these terms. Users who may open the console have operator accounts, which are in the database.
 */
export const OperatorEnvironment = Type.Object({
  OPERATOR_NAME: Type.String({
    default: 'WoPack',
    description: 'legal name of the operator, on statements and transfers',
  }),
  OPERATOR_ADDRESS: Type.String({
    default: '',
    description: 'postal address of the operator, on statements; required in production',
  }),
  OPERATOR_POST_CODE: Type.String({
    default: '',
    description: 'postal code of OPERATOR_ADDRESS, in the report to tax authorities',
  }),
  OPERATOR_CITY: Type.String({
    default: '',
    description: 'city of OPERATOR_ADDRESS, in the report to tax authorities',
  }),
  OPERATOR_VAT_NUMBER: Type.String({
    default: '',
    description: 'VAT number of the operator with country prefix, on statements; required in production',
  }),
  OPERATOR_EMAIL: Type.String({
    format: 'emails',
    default: '',
    description: 'recipient of alerts and of notices about payout files; without it they are only logged',
  }),
  OPERATOR_LANGUAGE: Type.Enum([...languages], {
    default: 'en',
    description: 'language of mail to the operator',
  }),
  OPERATOR_TIME_ZONE: Type.String({
    format: 'time-zone',
    default: 'Europe/Lisbon',
    description: "IANA time zone of accounting months, e.g. of partners' shares",
  }),
  OPERATOR_IBAN: Type.String({
    format: 'iban',
    default: '',
    description: 'account from which payouts are made; without it no payouts are made',
  }),
  OPERATOR_BIC: Type.String({
    format: 'bic',
    default: '',
    description: 'BIC of OPERATOR_IBAN, if the bank requires it',
  }),
  OPERATOR_PAYMENT_LICENCE: Type.String({
    default: '',
    description:
      "by what the operator may hold sellers' money until it is paid out: number of a licence, or 'agent of …'; shown in the check list of the console",
  }),
  OPERATOR_DAC7_NUMBER: Type.String({
    default: '',
    description:
      'registration as a platform operator at the tax authority (DAC7); shown in the check list of the console',
  }),
  BANK_FILE_FORMAT: Type.Enum([...bankFileFormats], {
    default: 'pain.001.001.09',
    description: 'version of the payout file; the older one for banks that do not take the newer yet',
  }),
  OPERATOR_VAT_PERCENT: Type.Number({
    default: 23,
    minimum: 0,
    maximum: 100,
    description: 'VAT rate included in the commission of 1.29 EUR',
  }),
  PAYOUT_MINIMUM: Type.Number({
    default: 10,
    minimum: 0.01,
    description: 'minimum payout in EUR; smaller balances are carried over',
  }),
  SUPPORT_REFUND_LIMIT: Type.Number({
    default: 20,
    minimum: 0,
    description: 'refunds of one order that the operator role support decides alone, in EUR',
  }),
  SUPPORT_CREDIT_DAY_LIMIT: Type.Number({
    default: 100,
    minimum: 0,
    description: 'credit that an operator of the role support gives on a day, in EUR',
  }),
});

export interface OperatorConfig {
  name: string;
  address: string;
  postCode: string | null;
  city: string | null;
  vatNumber: string;
  /** Null: alerts are only logged. */
  email: string | null;
  language: Language;
  /** Null: no payouts are made. */
  iban: string | null;
  bic: string | null;
  /** Null: nobody has said that the operator may hold sellers' money. */
  paymentLicence: string | null;
  /** Null: not registered. */
  dac7Number: string | null;
  bankFileFormat: BankFileFormat;
  vatPercent: number;
  minPayoutCents: number;
  supportRefundLimitCents: number;
  supportCreditDayLimitCents: number;
}

/** Variables that statements need as documents of tax law; unset in production, the server does not start. */
export function listMissingOperatorSettings({
  production,
  operator,
}: {
  production: boolean;
  operator: OperatorConfig;
}): string[] {
  if (!production) return [];
  const required = {
    OPERATOR_NAME: operator.name,
    OPERATOR_ADDRESS: operator.address,
    OPERATOR_VAT_NUMBER: operator.vatNumber,
  };
  return Object.entries(required).flatMap(([name, value]) => (value.trim() ? [] : [name]));
}

export const parseOperatorConfig = (environment: Static<typeof OperatorEnvironment>): OperatorConfig => ({
  name: environment.OPERATOR_NAME,
  address: environment.OPERATOR_ADDRESS,
  postCode: environment.OPERATOR_POST_CODE.trim() || null,
  city: environment.OPERATOR_CITY.trim() || null,
  vatNumber: environment.OPERATOR_VAT_NUMBER,
  email: environment.OPERATOR_EMAIL || null,
  language: environment.OPERATOR_LANGUAGE,
  iban: environment.OPERATOR_IBAN.replace(/[\s-]/g, '').toUpperCase() || null,
  bic: environment.OPERATOR_BIC.replace(/\s/g, '').toUpperCase() || null,
  paymentLicence: environment.OPERATOR_PAYMENT_LICENCE.trim() || null,
  dac7Number: environment.OPERATOR_DAC7_NUMBER.trim() || null,
  bankFileFormat: environment.BANK_FILE_FORMAT,
  vatPercent: environment.OPERATOR_VAT_PERCENT,
  minPayoutCents: Math.round(environment.PAYOUT_MINIMUM * 100),
  supportRefundLimitCents: Math.round(environment.SUPPORT_REFUND_LIMIT * 100),
  supportCreditDayLimitCents: Math.round(environment.SUPPORT_CREDIT_DAY_LIMIT * 100),
});

/** Read from the VAT number; Greece has another prefix than its country code. */
export const findOperatorCountry = ({ vatNumber }: Pick<OperatorConfig, 'vatNumber'>): string | null =>
  /^[A-Z]{2}(?=[0-9A-Z]{4,})/.exec(vatNumber.replace(/\s/g, '').toUpperCase())?.[0].replace('EL', 'GR') ??
  null;
