import { isIP } from 'node:net';
import type { FormatDefinition } from 'ajv';
import { envSchema } from 'env-schema';
import { distance } from 'fastest-levenshtein';
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import type { Static, TObject } from 'typebox';

/** Settings that are wrong, one per line. Its message is for the operator, without a stack. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

interface SettingFormat {
  isValid: (text: string) => boolean;
  /** The right form, for whoever set another. */
  form: string;
}

const isUrl = (text: string, protocols: RegExp): boolean => {
  const url = URL.parse(text);
  return url !== null && protocols.test(url.protocol) && (url.hostname !== '' || url.search !== '');
};
/** Items of a setting that is separated by commas. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
const isList = (text: string, isItem: (item: string) => boolean): boolean => splitList(text).every(isItem);
const isDatabaseUrl = (text: string): boolean => isUrl(text, /^postgres(ql)?:$/);

const isMailboxSetting = (text: string): boolean => /^[^\s@<>,]+@[^\s@<>,]+$/.test(text);
const isOrigin = (text: string): boolean =>
  /^[a-z][a-z\d+.-]*:\/\/[^\s/?#*]+$/.test(text) && URL.canParse(text);

/** Stricter than proxy-addr, to which 1 is the address 0.0.0.1. */
function isProxyRange(text: string): boolean {
  if (PROXY_RANGE_NAMES.includes(text)) return true;
  const [address, bits, ...rest] = text.split('/');
  const version = isIP(address!);
  if (!version || rest.length) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

const PROXY_RANGE_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** Formats of settings that are texts. An empty text is an unset one, whatever its format. */
const formats = {
  flag: { isValid: (text) => /^(0|1|true|false)$/.test(text), form: '1 or 0' },
  port: {
    isValid: (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535,
    form: 'a number from 0 to 65535',
  },
  'http-url': {
    isValid: (text) => isUrl(text, /^https?:$/),
    form: 'a URL that begins with https:// or http://, such as https://wopack.example',
  },
  'http-url-or-none': {
    isValid: (text) => text === 'none' || isUrl(text, /^https?:$/),
    form: 'a URL that begins with https:// or http://, or none',
  },
  'site-url': {
    isValid: (text) => isUrl(text, /^https?:$/) && /^\/*$/.test(new URL(text).pathname) && !/[?#]/.test(text),
    form: 'a URL without a path that begins with https:// or http://, such as https://wopack.example',
  },
  'image-url': {
    isValid: (text) =>
      isUrl(text, /^https?:$/) && text.includes('{latitude}') && text.includes('{longitude}'),
    form: 'a URL with {latitude} and {longitude}, which are replaced by those of the position',
  },
  'bucket-url': {
    isValid: (text) => isUrl(text.replace('{bucket}', 'bucket'), /^https?:$/),
    form: 'a URL such as https://s3.example.com',
  },
  origins: {
    isValid: (text) => isList(text, isOrigin),
    form: 'origins such as https://localhost, without a slash at the end, separated by commas',
  },
  proxies: {
    isValid: (text) => isList(text, isProxyRange),
    form: 'addresses or ranges of the proxies, such as 127.0.0.1 or 10.0.0.0/8, or their names loopback, linklocal and uniquelocal, separated by commas',
  },
  emails: {
    isValid: (text) => isList(text, isMailboxSetting),
    form: 'an e-mail address such as ola@example.com, or several, separated by commas',
  },
  sender: {
    isValid: (text) => isMailboxSetting(/<([^<>]*)>$/.exec(text.trim())?.[1] ?? text.trim()),
    form: "an e-mail address, or name and address such as 'WoPack <ola@example.com>'",
  },
  'contact-url': {
    isValid: (text) => (/^mailto:/.test(text) ? isMailboxSetting(text.slice(7)) : isUrl(text, /^https:$/)),
    form: 'mailto: and an e-mail address, or a URL that begins with https://',
  },
  iban: {
    isValid: (text) => isValidIBAN(electronicFormatIBAN(text) ?? ''),
    form: 'a valid IBAN',
  },
  bic: { isValid: isValidBIC, form: 'a BIC of 8 or 11 letters and digits' },
  'smtp-url': {
    isValid: (text) => isUrl(text, /^smtps?:$/),
    form: 'a URL such as smtp://user:password@mail.example:587',
  },
  'database-url': {
    isValid: isDatabaseUrl,
    form: 'a URL such as postgresql://user:password@host:5432/wopack',
  },
  'database-urls': {
    isValid: (text) => isList(text, isDatabaseUrl),
    form: 'URLs such as postgresql://user:password@host:5432/wopack, separated by commas',
  },
  'time-zone': {
    isValid: (text) => {
      try {
        return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
      } catch {
        return false;
      }
    },
    form: 'an IANA time zone, such as Europe/Lisbon',
  },
} satisfies Record<string, SettingFormat>;

const toAjvFormat = ({ isValid }: SettingFormat): FormatDefinition<string> => ({
  type: 'string',
  validate: (text) => text === '' || isValid(text),
});

/** The setting's value as it may be printed. */
function maskValue(name: string, value: string): string {
  if (/SECRET|PASSWORD|PRIVATE|_KEY/.test(name)) return '***';
  return value.replace(/(?<=:\/\/[^\s/@]*:)[^\s/]*(?=@)/g, '***');
}

type Environment = NodeJS.ProcessEnv;
interface SchemaIssue {
  keyword: string;
  instancePath: string;
  params: { format?: string; allowedValues?: string[]; pattern?: string };
}

function describeForm({ keyword, params }: SchemaIssue, { type, minimum, maximum }: NumberSchema): string {
  if (keyword === 'format') return formats[params.format as keyof typeof formats].form;
  if (keyword === 'enum') return params.allowedValues!.join(', ');
  if (keyword === 'pattern') return `a text of the form ${params.pattern}`;
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`;
  return minimum === undefined ? kind : `${kind}, at least ${minimum}`;
}

interface NumberSchema {
  type: string;
  minimum?: number;
  maximum?: number;
}

/** Variables whose name is hardly another than that of a setting: a slip, which would go unnoticed. */
function listMisspelled(env: Environment, names: readonly string[]): string[] {
  return Object.keys(env).flatMap((variable) => {
    if (!env[variable] || variable.length < MIN_COMPARED_LENGTH || names.includes(variable)) return [];
    const name = names.find((candidate) => distance(candidate, variable) <= MAX_TYPOS);
    return name ? [`${variable}: there is no such setting; is ${name} meant?`] : [];
  });
}

/** Shorter names of others are too often similar: PORT and SORT. */
const MIN_COMPARED_LENGTH = 7;
const MAX_TYPOS = 2;

/** Settings that are wrong are left out, and reported with all others. */
export function readSettings<T extends TObject>(
  schema: T,
  env: Environment,
): { settings: Static<T>; problems: string[] } {
  const problems = listMisspelled(env, Object.keys(schema.properties));
  const read = (data: Environment) =>
    envSchema<Static<T>>({
      schema,
      data,
      dotenv: false,
      env: false,
      ajv: {
        customOptions: (ajv) => {
          for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, toAjvFormat(format));
          return ajv;
        },
      },
    });
  try {
    return { settings: read(env), problems };
  } catch (error) {
    const { errors: issues } = error as { errors?: SchemaIssue[] };
    if (!issues) throw error;
    const valid = { ...env };
    for (const issue of issues) {
      const name = issue.instancePath.slice(1);
      if (!(name in valid)) continue;
      const form = describeForm(issue, schema.properties[name] as unknown as NumberSchema);
      problems.push(`${name}=${maskValue(name, env[name]!)}: must be ${form}.`);
      delete valid[name];
    }
    return { settings: read(valid), problems };
  }
}
