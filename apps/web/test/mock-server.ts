import type { Language } from '@wopack/domain';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/** Serves texts from their files. */
export const translationsHandler = http.get<{ language: Language; namespace: string }>(
  '*/app/locales/:language/:namespace.json',
  async ({ params: { language, namespace } }) => {
    const { getTranslations } = await import('./render.tsx');
    return HttpResponse.json(getTranslations(language)[namespace]);
  },
);

/** Every request without a reply fails as without a connection. */
export const offlineHandler = http.all('*', () => HttpResponse.error());

export const mockServer = setupServer(translationsHandler, offlineHandler);
