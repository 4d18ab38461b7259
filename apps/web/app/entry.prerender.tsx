import { type Language, languages } from '@wopack/domain';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { i18n, i18nReady } from './lib/i18n/i18n.ts';
import type { RouteHandle } from './lib/layout-options.tsx';
import { safeLocalStorage } from './lib/storage/storage.ts';
import { type OfferPreview, OfferPreviewContext } from './performance/prerendered-shell.ts';
import { Providers } from './root.tsx';
import { prepareRoutes } from './router.ts';
import { routes } from './routes.ts';

type Session = 'guest' | 'member';

/** A page that the server sends with prerendered markup. */
interface PrerenderedPage {
  /** Pattern of its route. */
  pattern: string;
  /** A path that matches the pattern, used for rendering. */
  path: string;
  /** Keys of its modules in Vite's manifest. */
  sources: string[];
  /** Whose page it is: that of somebody signed in differs. */
  sessions: Session[];
  /** Only for phones: wider screens have menus around it, which load with the app. */
  phonesOnly?: boolean;
  /** Rendered also with placeholders that the server replaces by the offer's name and photo. */
  previews?: Record<'name' | 'photo', OfferPreview>;
}

/** Texts in the markup of an offer that the server replaces. */
export const placeholders = {
  id: '999999999',
  name: '{{offer-name}}',
  photoPath: '{{offer-photo-path}}',
  photoSrcset: '{{offer-photo-srcset}}',
};
const { name, photoPath, photoSrcset } = placeholders;

const APP_LAYOUT = 'app/routes/layout/app-layout.tsx';

export const prerenderedPages: PrerenderedPage[] = [
  { pattern: '/', path: '/', sources: ['app/routes/public/landing.tsx'], sessions: ['guest'] },
  { pattern: '/auth', path: '/auth', sources: ['app/routes/auth/method.tsx'], sessions: ['guest'] },
  {
    pattern: '/offers',
    path: '/offers',
    sources: [APP_LAYOUT, 'app/routes/buyer/offers.tsx'],
    sessions: ['guest', 'member'],
    phonesOnly: true,
  },
  {
    pattern: '/offers/:id',
    path: `/offers/${placeholders.id}`,
    sources: [APP_LAYOUT, 'app/routes/buyer/offer.tsx'],
    sessions: ['guest', 'member'],
    phonesOnly: true,
    previews: {
      name: { name, photo: null },
      photo: { name, photo: { path: photoPath, srcset: photoSrcset } },
    },
  },
];

/** Patterns of all pages as the router writes them, such as `/clients/:id`, without the catch-all route. */
export const listRoutePatterns = (children: RouteObject[] = routes, parentPath = ''): string[] =>
  children.flatMap(({ path, index, children: grandchildren = [] }) => {
    if (path === '*') return [];
    const pattern = path ? `${parentPath}/${path}` : parentPath;
    return [...(path || index ? [pattern || '/'] : []), ...listRoutePatterns(grandchildren, pattern)];
  });

/** Files of texts that a page needs beside `shared`. */
export const listTexts = ({ path }: PrerenderedPage): string[] =>
  matchRoutes(routes, path)!.flatMap(({ route }) => (route.handle as RouteHandle)?.texts ?? []);

const translationFiles = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', {
  eager: true,
  import: 'default',
});
const handler = createStaticHandler(prepareRoutes(routes));

/** Bodies of a page in each language, one for each kind of preview including `none`. */
export async function prerender(page: PrerenderedPage): Promise<Record<string, Record<Language, string>>> {
  await i18nReady.catch(() => undefined);
  for (const [path, texts] of Object.entries(translationFiles)) {
    const language = path.split('/').at(-2)!;
    for (const [section, value] of Object.entries(texts)) i18n.addResourceBundle(language, section, value);
  }
  const bodies: Record<string, Record<string, string>> = {};
  for (const [kind, preview] of Object.entries({ none: null, ...page.previews })) {
    bodies[kind] = {};
    for (const language of languages) bodies[kind][language] = await renderBody(page, language, preview);
  }
  return bodies as Record<string, Record<Language, string>>;
}

/** The style sheet shows the shell that fits the visitor. Everything in it except links is inert. */
async function renderBody(page: PrerenderedPage, language: Language, preview: OfferPreview | null) {
  await i18n.changeLanguage(language);
  safeLocalStorage.setItem('language', language);
  safeLocalStorage.setItem('cookieChoice', 'essential');
  let body = '';
  for (const session of page.sessions) {
    if (session === 'member') safeLocalStorage.setItem('token', 'any');
    else safeLocalStorage.removeItem('token');
    const context = await handler.query(new Request(`https://wopack.example${page.path}`));
    if (context instanceof Response || context.errors)
      throw new Error(`${page.path} cannot be rendered`, {
        cause: context instanceof Response ? context : Object.values(context.errors!)[0],
      });
    body += renderToStaticMarkup(
      <fieldset
        disabled
        data-prerendered={session}
        data-phones-only={page.phonesOnly ? '' : undefined}
        className={page.phonesOnly ? 'min-w-0 sm:hidden' : 'min-w-0'}
      >
        <OfferPreviewContext value={preview}>
          <Shell context={context} />
        </OfferPreviewContext>
      </fieldset>,
    );
  }
  return body;
}

const Shell = ({ context }: { context: StaticHandlerContext }) => (
  <Providers>
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />
  </Providers>
);
