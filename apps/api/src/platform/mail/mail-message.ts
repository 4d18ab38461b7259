import { createHash } from 'node:crypto';
import type { Language } from '@wopack/domain';
import { escapeHtml } from '../escape-html.ts';
import { translate } from '../messages/translate.ts';
import type { MailBlock, MailPart } from './compose-mail.ts';

export interface MailContent {
  subject: string;
  /** Plain text, as sent beside the HTML. */
  text: string;
  /** Source of the HTML; without them it is the text in paragraphs, without links. */
  blocks?: readonly MailBlock[];
  /** Language of the text. */
  language?: Language;
  /** One-click unsubscribe URL (RFC 8058); only for optional mails. */
  unsubscribe?: string;
}

export interface Mail extends MailContent {
  to: string;
  /** ISO 8601; not sent after this instant. */
  until?: string;
}

export interface Mailer {
  /** Rejects with the mail server's response, or with a timeout. */
  send(mail: Mail): Promise<void>;
}

/** The Message-ID is a hash of the content: mailboxes show a mail that is sent twice only once. */
export function buildMailMessage(mail: Mail, from: string, now: Date) {
  const { to, subject, text, unsubscribe } = mail;
  const host = from.replace(/^.*@|>.*$/g, '');
  const id = createHash('sha256').update(`${to}\n${subject}\n${text}`).digest('hex').slice(0, 40);
  return {
    from,
    to,
    subject,
    text,
    html: renderMailHtml(mail),
    date: now,
    messageId: `<${id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribe && { list: { unsubscribe } }),
  };
}

/*
 * One layout for all mails, generated from their blocks; nothing is looked for in a text, which may have words of users.
 * Colours are those of the web app, inline because many mail programs ignore style sheets; dark mode uses a style element,
 * for programs that support it. No images, so nothing is fetched and opening a mail is not tracked.
 */

const FONT = 'font-family:Onest,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const DARK_MODE_STYLES =
  ':root{color-scheme:light dark}' +
  '@media (prefers-color-scheme:dark){' +
  '.page{background:#10060d!important}.card{background:#24131e!important}' +
  '.ink{color:#fbf1ec!important}.quiet{color:#d2bfca!important}.link{color:#a9bfff!important}' +
  '.number{background:#301c29!important;color:#fbf1ec!important}' +
  '.quote{background:#301c29!important;border-color:#d2bfca!important;color:#fbf1ec!important}' +
  '.button{background:#ffc93c!important;color:#34102a!important}}';

export function renderMailHtml({
  subject,
  text,
  blocks = splitParagraphs(text),
  language = 'en',
  unsubscribe,
}: MailContent): string {
  const body = blocks.filter((block) => !isName(block)).map(renderBlock);
  // A reader's link has its key in the fragment, which browsers do not send.
  const unsubscribeHtml = unsubscribe
    ? `<br><a class="quiet" href="${escapeHtml(unsubscribe.replace(/\/([^/]+)$/, '#$1'))}" style="color:#65505e">${escapeHtml(translate('mail.unsubscribe', language))}</a>`
    : '';
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK_MODE_STYLES}</style></head>
<body class="page" style="margin:0;padding:0;background:#f7f3f4">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f3f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="${FONT};font-size:22px;font-weight:800;color:#34102a;padding:0 4px 16px">WoPack</td></tr>
<tr><td class="card" style="background:#ffffff;border-radius:20px;padding:28px 24px">
<h1 class="ink" style="${FONT};font-size:24px;line-height:30px;color:#2a0e22;margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>
${body.join('\n')}
</td></tr>
<tr><td class="quiet" style="${FONT};font-size:13px;line-height:20px;color:#65505e;padding:16px 4px">WoPack${unsubscribeHtml}</td></tr>
</table></td></tr></table></body></html>`;
}

/** Makes the blocks of a mail that has none. */
const splitParagraphs = (text: string): MailBlock[] =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({
      kind: 'paragraph',
      lines: part
        .trim()
        .split('\n')
        .map((line) => [line]),
    }));

/** The last paragraph of each mail; the layout has it already. */
const isName = (block: MailBlock): boolean =>
  block.kind === 'paragraph' && block.lines.length === 1 && block.lines[0]!.join() === 'WoPack';

function renderBlock(block: MailBlock): string {
  if (block.kind === 'button')
    return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;background:#34102a;color:#fff6ea;${FONT};font-size:16px;font-weight:700;text-decoration:none;padding:14px 24px;border-radius:999px">${escapeHtml(block.label)}</a></p>`;
  if (block.kind === 'quote')
    return `<blockquote class="quote" dir="auto"${block.language ? ` lang="${block.language}"` : ''} style="${FONT};font-size:16px;line-height:25px;color:#2a0e22;background:#f7f3f4;border-inline-start:4px solid #b9a6b3;border-radius:4px;margin:0 0 16px;padding:12px 16px;overflow-wrap:anywhere">${block.lines.map(escapeHtml).join('<br>')}</blockquote>`;
  return `<p class="ink" style="${FONT};font-size:16px;line-height:25px;color:#2a0e22;margin:0 0 16px;overflow-wrap:anywhere">${block.lines.map(renderLine).join('<br>')}</p>`;
}

/** A code is shown large, below its label. */
const renderLine = (parts: readonly MailPart[]): string =>
  parts
    .map((part, index) => {
      if (typeof part !== 'string') return renderPart(part);
      const next = parts[index + 1];
      const isLabel = typeof next === 'object' && 'digits' in next;
      return isLabel ? `${escapeHtml(part.replace(/: $/, ''))}<br>` : escapeHtml(part);
    })
    .join('');

const renderPart = (part: Exclude<MailPart, string>): string =>
  'link' in part
    ? `<a class="link" href="${escapeHtml(part.link)}" style="color:#2450c7;overflow-wrap:anywhere">${escapeHtml(part.link)}</a>`
    : `<span class="number" style="display:inline-block;margin:6px 0;padding:8px 16px;border-radius:12px;background:#fff3d1;color:#2a0e22;font-size:28px;line-height:36px;font-weight:700;letter-spacing:4px">${escapeHtml(part.digits)}</span>`;
