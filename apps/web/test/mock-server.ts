import type { Language } from '@wopack/domain';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/** Texts come from their files, not over a network. */
export const translationsHandler = http.get<{ language: Language; namespace: string }>(
  '*/app/locales/:language/:namespace.json',
  async ({ params: { language, namespace } }) => {
    const { getTranslations } = await import('./render.tsx');
    return HttpResponse.json(getTranslations(language)[namespace]);
  },
);

/** Whatever a test has no answer for fails as without a connection. */
export const offlineHandler = http.all('*', () => HttpResponse.error());

export const mockServer = setupServer(translationsHandler, offlineHandler);
