import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { isolateWords, type Language } from '@wopack/domain';
import i18next from 'i18next';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { queryClient } from '../app/lib/api/query-client.ts';
import { addNumberFormat } from '../app/lib/i18n/number-format.ts';

const translationFiles = import.meta.glob<Record<string, unknown>>('../app/locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** The files of a language by name. */
export const getTranslationFiles = (language: Language): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(translationFiles)
      .filter(([path]) => path.includes(`/${language}/`))
      .map(([path, texts]) => [path.split('/').at(-1)!.replace('.json', ''), texts]),
  );

/** Every text of a language, by namespace, which is a section of a file. */
export function getTranslations(language: Language): Record<string, Record<string, unknown>> {
  return Object.assign({}, ...Object.values(getTranslationFiles(language)));
}

/** Renders in a language, inside a router at `path`, with the real texts and the app's cache of queries. */
export function renderInLanguage(language: Language, element: ReactNode, path = '/') {
  const i18n = i18next.createInstance();
  void i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    resources: { [language]: getTranslations(language) as Record<string, Record<string, string>> },
    interpolation: { escape: isolateWords },
    initAsync: false,
  });
  addNumberFormat(i18n);
  // Filters are read from the browser's URL, which a memory router does not change.
  const withUrlState = (
    <NuqsTestingAdapter hasMemory searchParams={path.split('?')[1] ?? ''}>
      {element}
    </NuqsTestingAdapter>
  );
  const router = createMemoryRouter([{ path: '*', element: withUrlState }], { initialEntries: [path] });
  return render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nextProvider>,
  );
}
