import type { FastifyInstance } from 'fastify';
import { readOutbox } from '../../../platform/mail.ts';

/**
 * /dev/outbox lists mails that would have been sent. Off in production and with a DATABASE_URL unless
 * enabled explicitly.
 */
export function registerOutboxPage(app: FastifyInstance, folder: string): void {
  app.get('/dev/outbox', { schema: { hide: true } }, async (_request, reply) => {
    const { default: PostalMime } = await import('postal-mime');
    const mails = await Promise.all((await readOutbox(folder)).map((text) => PostalMime.parse(text)));
    const articles = mails.map(
      ({ to, subject, date, text, html }) =>
        `<article><h2>${escapeHtml(subject ?? '')}</h2><p>${escapeHtml((to ?? []).map(({ address }) => address).join(', '))} · ${escapeHtml(date ?? '')}</p><pre>${escapeHtml(text ?? '')}</pre>${html ? `<details><summary>HTML</summary><iframe title="HTML" sandbox="" width="640" height="640" srcdoc="${escapeHtml(html)}"></iframe></details>` : ''}</article>`,
    );
    return reply
      .type('text/html')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title><main><h1>Outbox</h1>${articles.join('') || '<p>No mail yet.</p>'}</main></html>`,
      );
  });
}

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!,
  );
