import type { Language } from '@wopack/domain';
import { getTemplate, translate } from '../messages/translate.ts';
import { toInlineWords, toQuotedLines } from '../messages/words.ts';

/** A text with its values in it already. */
export interface ComposedText {
  composed: string;
}

/** Words of somebody in a language of their own, which need not be that of the mail. */
export interface QuotedWords {
  words: string;
  language: Language;
}

/** Null: words that this reader does not get by mail. */
export type MailValues = Readonly<Record<string, string | number | ComposedText | QuotedWords | null>>;

/** A piece of a line: text, a link, or digits to be read out or typed. */
export type MailPart = string | { link: string } | { digits: string };

export type MailBlock =
  | { kind: 'paragraph'; lines: MailPart[][] }
  | { kind: 'quote'; lines: string[]; language?: Language }
  | { kind: 'button'; label: string; url: string };

export interface ComposedMail {
  subject: string;
  /** The blocks as plain text. */
  text: string;
  blocks: MailBlock[];
  language: Language;
}

interface Options {
  /** Key of the text beside the subject. */
  text?: string;
  /** False: the reader's address is not proved, or the writer's is not; users' words stay on WoPack's pages. */
  hasQuotes?: boolean;
}

/** Placeholders of addresses, which are WoPack's own. */
const LINKS: ReadonlySet<string> = new Set(['url', 'settings', 'leave']);
/** Placeholders of codes. */
const DIGITS: ReadonlySet<string> = new Set(['pin', 'code']);

/**
 * Builds a mail from the template `mail.<template>`. Its parts follow from the template alone, never from a value: the
 * paragraph 'See it: {{url}}' is a button, '> {{reason}}' a quotation of somebody's words, `{{pin}}` a large number.
 */
export function composeMail(
  template: string,
  language: Language,
  values: MailValues = {},
  { text = 'text', hasQuotes = true }: Options = {},
): ComposedMail {
  const blocks = getTemplate(`mail.${template}.${text}`, language)
    .split(/\n{2,}/)
    .map((paragraph) => buildBlock(paragraph, language, values, hasQuotes));
  const subject = buildLine(getTemplate(`mail.${template}.subject`, language), values)
    .map(formatPart)
    .join('');
  return { subject, text: formatBlocks(blocks), blocks, language };
}

function buildBlock(template: string, language: Language, values: MailValues, hasQuotes: boolean): MailBlock {
  const [, quoted] = /^> \{\{(\w+)\}\}$/.exec(template) ?? [];
  if (quoted) {
    const value = values[quoted];
    const isMarked = typeof value === 'object' && value !== null && 'words' in value;
    return hasQuotes && value !== null
      ? {
          kind: 'quote',
          lines: toQuotedLines(String(isMarked ? value.words : value)),
          ...(isMarked && { language: value.language }),
        }
      : { kind: 'paragraph', lines: [[translate('mail.wordsOnPage', language)]] };
  }
  const [, label] = /^([^\n]+): \{\{url\}\}$/.exec(template) ?? [];
  if (label) return { kind: 'button', label: formatLine(label, values), url: String(values.url) };
  return { kind: 'paragraph', lines: template.split('\n').map((line) => buildLine(line, values)) };
}

const buildLine = (template: string, values: MailValues): MailPart[] =>
  template
    .split(/\{\{(\w+)\}\}/)
    .map((part, index, parts): MailPart => {
      // A name that ends with a full stop, such as 'Forno, Lda.', ends the sentence too.
      if (index % 2 === 0)
        return part.startsWith('.') && endsWithStop(parts[index - 1], values) ? part.slice(1) : part;
      const value = buildValue(part, values[part]);
      const isOwnText = typeof values[part] === 'object' && typeof value === 'string';
      return isOwnText && SENTENCE_END.test(parts[index - 1]!) ? capitalise(value) : value;
    })
    .filter((part) => part !== '');

const endsWithStop = (name: string | undefined, values: MailValues): boolean =>
  name !== undefined && String(values[name]).endsWith('.');

/** What stands before the first word of a sentence. */
const SENTENCE_END = /^$|[.!?]\s+$/;

const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function buildValue(name: string, value: MailValues[string] | undefined): MailPart {
  if (value === undefined || value === null) throw new Error(`no value for {{${name}}}`);
  if (typeof value === 'object') return 'words' in value ? toInlineWords(value.words) : value.composed;
  if (LINKS.has(name)) return { link: String(value) };
  if (DIGITS.has(name)) return { digits: String(value) };
  return typeof value === 'number' ? String(value) : toInlineWords(value);
}

/** A sentence of a mail that is a value of another one. */
export const composeSentence = (key: string, language: Language, values: MailValues): ComposedText => ({
  composed: formatLine(getTemplate(key, language), values),
});

/** A push message, or another text that is one line. */
export const composeLine = (key: string, language: Language, values: MailValues): string =>
  formatLine(
    getTemplate(key, language),
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value ?? { composed: translate('push.wordsOnPage', language) },
      ]),
    ),
  );

const formatLine = (template: string, values: MailValues): string =>
  buildLine(template, values).map(formatPart).join('');

const formatPart = (part: MailPart): string =>
  typeof part === 'string' ? part : 'link' in part ? part.link : part.digits;

const formatBlocks = (blocks: readonly MailBlock[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'button') return `${block.label}: ${block.url}`;
      if (block.kind === 'quote') return block.lines.map((line) => `> ${line}`.trimEnd()).join('\n');
      return block.lines.map((parts) => parts.map(formatPart).join('')).join('\n');
    })
    .join('\n\n');

/** Adds lines of WoPack's own, and the name, to a mail without it. */
export function insertLines(mail: ComposedMail, lines: readonly string[]): ComposedMail {
  const blocks: MailBlock[] = [
    ...mail.blocks,
    { kind: 'paragraph', lines: lines.map((line) => [line]) },
    { kind: 'paragraph', lines: [['WoPack']] },
  ];
  return { ...mail, blocks, text: formatBlocks(blocks) };
}

/** Adds a sentence of WoPack's own before the last paragraph, which is the name. */
export function insertNote(mail: ComposedMail, note: string): ComposedMail {
  const blocks = mail.blocks.toSpliced(-1, 0, { kind: 'paragraph', lines: [[note]] });
  return { ...mail, blocks, text: formatBlocks(blocks) };
}
