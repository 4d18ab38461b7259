import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../../platform/context.ts';
import { unsubscribe } from './unsubscribe.ts';
import type { OptionalMailType } from './unsubscribe-url.ts';

/**
 * One-click unsubscription of mail programs (RFC 8058): a form POST to the URL that people open as a page.
 * A GET changes nothing, because many programs prefetch links.
 */
export function oneClickUnsubscribeRoutes(context: Context, { app }: Http): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null),
    );
    scope.post<{ Params: { what: OptionalMailType; key: string } }>(
      '/unsubscribe/:what/:key',
      { schema: { hide: true, params: endpoints.unsubscribe.params } },
      async ({ params }) => {
        await unsubscribe(context, params);
        return { success: true, code: 0 };
      },
    );
  });
}
