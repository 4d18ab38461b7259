import { invoicingServices } from '@wopack/contract';
import Type, { type Static } from 'typebox';

const textSetting = (description = '', defaultValue = '') =>
  Type.String({ default: defaultValue, description });
const urlSetting = (description = '', defaultValue = '') =>
  Type.String({ format: 'http-url', default: defaultValue, description });
const idSetting = (description: string) =>
  Type.String({ default: '', pattern: '^([1-9][0-9]{0,14})?$', description });

/** The certified service that invoices the commission. */
export const InvoicingEnvironment = Type.Object({
  INVOICING: Type.Enum(['none', ...invoicingServices], {
    default: 'none',
    description:
      'certified service that invoices the commission of each statement: none, invoicexpress, moloni or toconline; none: the operator invoices it by other means',
  }),
  INVOICING_TIMEOUT_MS: Type.Integer({
    default: 20_000,
    minimum: 100,
    maximum: 60_000,
    description: 'time limit of a call to the service',
  }),
  INVOICEXPRESS_ACCOUNT: Type.String({
    default: '',
    pattern: '^[A-Za-z0-9-]*$',
    description: 'account name: the part before .app.invoicexpress.com',
  }),
  INVOICEXPRESS_API_KEY: textSetting(),
  INVOICEXPRESS_SEQUENCE_ID: idSetting('series of the documents; default: that of the account'),
  INVOICEXPRESS_URL: urlSetting('changed only by tests'),
  MOLONI_CLIENT_ID: textSetting('developer ID'),
  MOLONI_CLIENT_SECRET: textSetting(),
  MOLONI_USERNAME: textSetting('e-mail address of the Moloni user in whose name documents are issued'),
  MOLONI_PASSWORD: textSetting(),
  MOLONI_COMPANY_ID: idSetting('number of the company'),
  MOLONI_DOCUMENT_SET_ID: idSetting('series of the documents'),
  MOLONI_PRODUCT_ID: idSetting('article of the commission, a service'),
  MOLONI_URL: urlSetting('changed only by tests', 'https://api.moloni.pt/v1'),
  TOCONLINE_CLIENT_ID: textSetting("of 'Empresa > Configurações > Dados API'"),
  TOCONLINE_CLIENT_SECRET: textSetting(),
  TOCONLINE_OAUTH_URL: urlSetting('from the same page, e.g. https://app17.toconline.pt/oauth'),
  TOCONLINE_API_URL: urlSetting('from the same page, e.g. https://api17.toconline.pt'),
  TOCONLINE_SERIES: textSetting('prefix of the series of the documents; default: that of the company'),
});

export type InvoicingConfig = { timeoutMs: number } & (
  | { service: 'invoicexpress'; url: string; apiKey: string; sequenceId: string | null }
  | {
      service: 'moloni';
      url: string;
      clientId: string;
      clientSecret: string;
      username: string;
      password: string;
      companyId: number;
      documentSetId: number;
      productId: number;
    }
  | {
      service: 'toconline';
      oauthUrl: string;
      apiUrl: string;
      clientId: string;
      clientSecret: string;
      series: string | null;
    }
);

const trimSlashes = (url: string) => url.replace(/\/+$/, '');

function assertComplete(service: string, settings: Record<string, string>): void {
  const missing = Object.entries(settings).filter(([, value]) => !value);
  if (missing.length > 0)
    throw new Error(`INVOICING=${service} also needs ${missing.map(([name]) => name).join(' and ')}.`);
}

/** Null: no service. */
export function parseInvoicingConfig(
  environment: Static<typeof InvoicingEnvironment> & { OPERATOR_VAT_PERCENT: number },
): InvoicingConfig | null {
  const { INVOICING: service, INVOICING_TIMEOUT_MS: timeoutMs } = environment;
  if (service === 'none') return null;
  // Each service wants the article of the law by which there is no VAT.
  if (environment.OPERATOR_VAT_PERCENT === 0)
    throw new Error('INVOICING needs OPERATOR_VAT_PERCENT: documents without VAT are not issued.');
  if (service === 'invoicexpress') {
    const { INVOICEXPRESS_ACCOUNT, INVOICEXPRESS_API_KEY } = environment;
    assertComplete(service, { INVOICEXPRESS_ACCOUNT, INVOICEXPRESS_API_KEY });
    return {
      service,
      timeoutMs,
      url: trimSlashes(
        environment.INVOICEXPRESS_URL || `https://${INVOICEXPRESS_ACCOUNT}.app.invoicexpress.com`,
      ),
      apiKey: INVOICEXPRESS_API_KEY,
      sequenceId: environment.INVOICEXPRESS_SEQUENCE_ID || null,
    };
  }
  if (service === 'moloni') {
    const { MOLONI_CLIENT_ID, MOLONI_CLIENT_SECRET, MOLONI_USERNAME, MOLONI_PASSWORD } = environment;
    const { MOLONI_COMPANY_ID, MOLONI_DOCUMENT_SET_ID, MOLONI_PRODUCT_ID } = environment;
    assertComplete(service, {
      MOLONI_CLIENT_ID,
      MOLONI_CLIENT_SECRET,
      MOLONI_USERNAME,
      MOLONI_PASSWORD,
      MOLONI_COMPANY_ID,
      MOLONI_DOCUMENT_SET_ID,
      MOLONI_PRODUCT_ID,
    });
    return {
      service,
      timeoutMs,
      url: trimSlashes(environment.MOLONI_URL),
      clientId: MOLONI_CLIENT_ID,
      clientSecret: MOLONI_CLIENT_SECRET,
      username: MOLONI_USERNAME,
      password: MOLONI_PASSWORD,
      companyId: Number(MOLONI_COMPANY_ID),
      documentSetId: Number(MOLONI_DOCUMENT_SET_ID),
      productId: Number(MOLONI_PRODUCT_ID),
    };
  }
  const { TOCONLINE_CLIENT_ID, TOCONLINE_CLIENT_SECRET, TOCONLINE_OAUTH_URL, TOCONLINE_API_URL } =
    environment;
  assertComplete(service, {
    TOCONLINE_CLIENT_ID,
    TOCONLINE_CLIENT_SECRET,
    TOCONLINE_OAUTH_URL,
    TOCONLINE_API_URL,
  });
  return {
    service,
    timeoutMs,
    oauthUrl: trimSlashes(TOCONLINE_OAUTH_URL),
    apiUrl: trimSlashes(TOCONLINE_API_URL),
    clientId: TOCONLINE_CLIENT_ID,
    clientSecret: TOCONLINE_CLIENT_SECRET,
    series: environment.TOCONLINE_SERIES || null,
  };
}
