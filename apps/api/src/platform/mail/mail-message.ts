import { createHash } from 'node:crypto';
import type { Language } from '@wopack/domain';
import { escapeHtml } from '../escape-html.ts';
import { translate } from '../messages/translate.ts';

export interface MailContent {
  subject: string;
  /** Paragraphs; the HTML is generated from them. */
  text: string;
  /** Target of the button: the URL passed by the template. Other URLs in the text become plain links. */
  url?: string;
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
 * One layout for all mails, generated from the text: the paragraph 'See it: <url>' becomes a button, a line 'PIN: 1234' a
 * large number. Colours are those of the web app, inline because many mail programs ignore style sheets; dark mode uses a
 * style element, for programs that support it. No images, so nothing is fetched and opening a mail is not tracked.
 */

const FONT = 'font-family:Onest,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const DARK_MODE_STYLES =
  ':root{color-scheme:light dark}' +
  '@media (prefers-color-scheme:dark){' +
  '.page{background:#10060d!important}.card{background:#24131e!important}' +
  '.ink{color:#fbf1ec!important}.quiet{color:#d2bfca!important}.link{color:#a9bfff!important}' +
  '.number{background:#301c29!important;color:#fbf1ec!important}' +
  '.button{background:#ffc93c!important;color:#34102a!important}}';

export function renderMailHtml({ subject, text, url, language = 'en', unsubscribe }: MailContent): string {
  const paragraphs = text.split(/\n{2,}/).filter((part) => part.trim() !== '' && part.trim() !== 'WoPack');
  // Searched from the end, because paragraphs before it may have text written by users.
  const buttonAt = url === undefined ? -1 : paragraphs.findLastIndex((part) => labelOf(part, url) !== null);
  const body = paragraphs.map((part, index) => {
    if (url === undefined || index !== buttonAt) return renderParagraph(part);
    return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;background:#34102a;color:#fff6ea;${FONT};font-size:16px;font-weight:700;text-decoration:none;padding:14px 24px;border-radius:999px">${escapeHtml(labelOf(part, url)!)}</a></p>`;
  });
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

/** Label of a paragraph that is one line ending in the URL; null for any other. */
function labelOf(part: string, url: string): string | null {
  const line = part.trim();
  const suffix = `: ${url}`;
  return line.endsWith(suffix) && line.length > suffix.length && !line.includes('\n')
    ? line.slice(0, -suffix.length)
    : null;
}

function renderParagraph(part: string): string {
  const lines = part.trim().split('\n').map(renderLine);
  return `<p class="ink" style="${FONT};font-size:16px;line-height:25px;color:#2a0e22;margin:0 0 16px;overflow-wrap:anywhere">${lines.join('<br>')}</p>`;
}

/** Codes such as 'PIN: 1234' and 'Your code: 123456' are shown large, to be read out or typed. */
function renderLine(text: string): string {
  const [, label, digits] = /^([^:\n]{1,40}): (\d{4,6})$/.exec(text) ?? [];
  if (!label || !digits) return linkifyUrls(text);
  return `${escapeHtml(label)}<br><span class="number" style="display:inline-block;margin:6px 0;padding:8px 16px;border-radius:12px;background:#fff3d1;color:#2a0e22;font-size:28px;line-height:36px;font-weight:700;letter-spacing:4px">${digits}</span>`;
}

const linkifyUrls = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<a class="link" href="${escapeHtml(part)}" style="color:#2450c7;overflow-wrap:anywhere">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');
