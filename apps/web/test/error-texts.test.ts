import { expect, test } from 'vitest';
import { getTranslations } from './render.tsx';

test.each(['pt', 'en', 'ru'] as const)(
  'what happened is said once, not as title and text: %s',
  (language) => {
    const { failedTitle, unknown } = getTranslations(language).errors as Record<
      'failedTitle' | 'unknown',
      string
    >;
    expect(unknown).not.toContain(failedTitle);
  },
);
