import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../../platform/context.ts';
import { unsubscribe } from './unsubscribe.ts';
import type { OptionalMailType } from './unsubscribe-url.ts';

/**
 * Where mail programs send their one click (RFC 8058): a POST of a form to the address that people open as a page. Only
 * a POST ends anything: many programs look at every link in a mail.
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
