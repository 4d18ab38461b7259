import { setImmediate as nextTurn } from 'node:timers/promises';
import { DOMImplementation, XMLSerializer, type Element as XmlElement } from '@xmldom/xmldom';
import { findOperatorCountry, type OperatorConfig } from '../../../config/operator.ts';
import type { CompleteSeller } from './tax.rules.ts';

/**
 * The report as a message of the OECD's "Model Rules for Reporting by Digital Platform Operators: XML Schema and User
 * Guide" (2022), schema DPI 1.0, which Directive (EU) 2021/514 uses, too. Corrections of a filed report are made in the
 * portal of the tax authority.
 */
const DPI = 'urn:oecd:ties:dpi:v1';
const STF = 'urn:oecd:ties:dpistf:v1';

/** A registered office, and a residential or business address. */
const ADDRESS_TYPES = { company: 'OECD304', person: 'OECD301' };
const LEGAL_NAME = 'OECD207';
/** New data; the operator is resident for tax purposes in the country reported to. */
const NEW_DATA = 'OECD1';
const MESSAGE_OF_NEW_DATA = 'DPI401';
const NOTHING_TO_REPORT = 'DPI403';
const RESIDENT_OPERATOR = 'RPONEX1';

type Attributes = Record<string, string>;
/** `[name, content, attributes]`; content is text or child elements. False leaves it out. */
type Node = [name: string, content: string | Nodes, attributes?: Attributes];
type Nodes = readonly (Node | false)[];

function appendNodes(parent: XmlElement, nodes: Nodes): void {
  for (const node of nodes) {
    if (!node) continue;
    const [name, content, attributes = {}] = node;
    const element = parent.ownerDocument!.createElementNS(name.startsWith('stf:') ? STF : DPI, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (typeof content === 'string') element.appendChild(parent.ownerDocument!.createTextNode(content));
    else appendNodes(element, content);
    parent.appendChild(element);
  }
}

/** Characters that XML 1.0 cannot hold are dropped. */
const clean = (text: string, maxLength: number) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML refuses
    .replace(/[\u0000-\u001f\ufffe\uffff]+/g, ' ')
    .trim()
    .slice(0, maxLength) || '-';

const text = (name: string, value: string, attributes?: Attributes, maxLength = 200): Node => [
  name,
  clean(value, maxLength),
  attributes,
];

interface Address {
  country: string;
  address: string;
  postCode: string | null;
  city: string | null;
  type: string;
}

const buildAddress = ({ country, address, postCode, city, type }: Address): Node => [
  'dpi:Address',
  [
    ['dpi:CountryCode', country],
    city !== null && [
      'dpi:AddressFix',
      [postCode !== null && text('dpi:PostCode', postCode), text('dpi:City', city)],
    ],
    text('dpi:AddressFree', address, undefined, 4000),
  ],
  { legalAddressType: type },
];

const buildDocSpec = (reference: string): Node => [
  'dpi:DocSpec',
  [
    ['stf:DocTypeIndic', NEW_DATA],
    ['stf:DocRefId', reference],
  ],
];

/** Amounts are whole units of the currency. */
const formatEuros = (cents: number) => String(Math.round(cents / 100) + 0);
const EUR = { currCode: 'EUR' };

function buildActivities({ quarters }: CompleteSeller): Node {
  const amounts = (name: string, prefix: string, select: (index: number) => string): Node => [
    name,
    quarters.map((_quarter, i): Node => [`dpi:${prefix}Q${i + 1}`, select(i), prefix === 'Numb' ? {} : EUR]),
  ];
  return [
    'dpi:RelevantActivities',
    [
      [
        'dpi:SaleOfGoods',
        [
          amounts('dpi:Consideration', 'Cons', (i) => formatEuros(quarters[i]!.earning_cents)),
          amounts('dpi:NumberOfActivities', 'Numb', (i) => String(quarters[i]!.orders)),
          amounts('dpi:Fees', 'Fees', (i) => formatEuros(quarters[i]!.fees_cents)),
          amounts('dpi:Taxes', 'Tax', () => '0'),
        ],
      ],
    ],
  ];
}

function buildIdentity(seller: CompleteSeller): Node {
  const address = buildAddress({
    country: seller.country,
    address: seller.address,
    postCode: seller.post_code,
    city: seller.city,
    type: ADDRESS_TYPES[seller.kind],
  });
  const tin = text('dpi:TIN', seller.tax_number, { issuedBy: seller.tax_country });
  const vat = seller.vat_number !== null && text('dpi:VAT', seller.vat_number);
  const account: Node | false = seller.iban !== null && [
    'dpi:FinancialIdentifier',
    [
      text('dpi:Identifier', seller.iban, { AccountNumberType: 'IBAN' }),
      seller.holder !== null && text('dpi:AccountHolderName', seller.holder),
    ],
  ];
  const residence: Node = ['dpi:ResCountryCode', seller.country];
  if (seller.kind === 'company') {
    const number = text('dpi:IN', seller.register_number!, { issuedBy: seller.country, INType: 'BRN' });
    const id: Node = [
      'dpi:EntSellerID',
      [residence, tin, number, vat, text('dpi:Name', seller.legal_name), address],
    ];
    return ['dpi:Identity', [['dpi:EntitySeller', [['dpi:Standard', [id, account]]]]]];
  }
  const name: Node = [
    'dpi:Name',
    [text('dpi:FirstName', seller.first_name!), text('dpi:LastName', seller.last_name!)],
    { nameType: LEGAL_NAME },
  ];
  const birth: Node = ['dpi:BirthInfo', [['dpi:BirthDate', seller.birth_date!]]];
  const id: Node = ['dpi:IndSellerID', [residence, tin, vat, name, address, birth]];
  return ['dpi:Identity', [['dpi:IndividualSeller', [['dpi:Standard', [id, account]]]]]];
}

/** Settings without which there is no message. */
export const listMissingSettings = (operator: OperatorConfig): string[] =>
  Object.entries({
    OPERATOR_NAME: operator.name,
    OPERATOR_ADDRESS: operator.address,
    OPERATOR_VAT_NUMBER: findOperatorCountry(operator) ?? '',
  }).flatMap(([name, value]) => (value.trim() ? [] : [name]));

/** Local time of Central Europe, the only zone that the message knows, to the millisecond. */
const formatTimestamp = (now: Date) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('Europe/Brussels')
    .toPlainDateTime()
    .toString({ fractionalSecondDigits: 3 });

/** About ten milliseconds of work. */
const SELLERS_PER_TURN = 50;

/**
 * The message in parts. References of documents are the same in each message about a year, so that none can be filed
 * twice.
 */
export async function* buildDpiMessage(
  operator: OperatorConfig,
  year: number,
  sellers: readonly CompleteSeller[],
  now: Date,
): AsyncGenerator<string> {
  const country = findOperatorCountry(operator)!;
  const taxNumber = operator.vatNumber.replace(/\s/g, '').slice(2);
  const reference = `${country}${year}${country}-${taxNumber}`;
  const head = serialize('dpi:DPI_OECD', { version: '1.0' }, [
    [
      'dpi:MessageSpec',
      [
        text('dpi:SendingEntityIN', taxNumber),
        ['dpi:TransmittingCountry', country],
        ['dpi:ReceivingCountry', country],
        ['dpi:MessageType', 'DPI'],
        ['dpi:MessageRefId', `${reference}-${now.getTime()}`],
        ['dpi:MessageTypeIndic', sellers.length > 0 ? MESSAGE_OF_NEW_DATA : NOTHING_TO_REPORT],
        ['dpi:ReportingPeriod', `${year}-12-31`],
        ['dpi:Timestamp', formatTimestamp(now)],
      ],
    ],
    [
      'dpi:DPIBody',
      [
        [
          'dpi:PlatformOperator',
          [
            ['dpi:ResCountryCode', country],
            text('dpi:TIN', taxNumber, { issuedBy: country }),
            text('dpi:VAT', operator.vatNumber.replace(/\s/g, '')),
            text('dpi:Name', operator.name),
            text('dpi:PlatformBusinessName', 'WoPack'),
            buildAddress({
              country,
              address: operator.address,
              city: operator.city,
              postCode: operator.postCode,
              type: ADDRESS_TYPES.company,
            }),
            ['dpi:Nexus', RESIDENT_OPERATOR],
            ['dpi:AssumedReporting', 'false'],
            buildDocSpec(`${reference}-O`),
          ],
        ],
      ],
    ],
  ]);
  if (!head.endsWith(END)) throw new Error('the message ends otherwise than expected');
  yield `<?xml version="1.0" encoding="UTF-8"?>${head.slice(0, -END.length)}`;
  let count = 0;
  for (const seller of sellers) {
    const part = serialize('dpi:ReportableSeller', {}, [
      buildIdentity(seller),
      buildActivities(seller),
      buildDocSpec(`${reference}-S${seller.user_id}${seller.is_former ? 'F' : ''}`),
    ]);
    yield part.replace(NAMESPACES, '');
    // The server answers others meanwhile, and has one seller in memory as a document.
    if (++count % SELLERS_PER_TURN === 0) await nextTurn();
  }
  yield END;
}

const END = '</dpi:DPIBody></dpi:DPI_OECD>';
/** Declared by the root already. */
const NAMESPACES = ` xmlns:dpi="${DPI}" xmlns:stf="${STF}"`;

/** An element with its declarations of namespaces first. */
function serialize(name: string, attributes: Attributes, nodes: Nodes): string {
  const root = new DOMImplementation().createDocument(DPI, name, null).documentElement!;
  const xmlns = 'http://www.w3.org/2000/xmlns/';
  root.setAttributeNS(xmlns, 'xmlns:dpi', DPI);
  root.setAttributeNS(xmlns, 'xmlns:stf', STF);
  for (const [key, value] of Object.entries(attributes)) root.setAttribute(key, value);
  appendNodes(root, nodes);
  return new XMLSerializer().serializeToString(root);
}
