import type { Language } from '@wopack/domain';
import { TextButton } from '@wopack/ui/button.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Words that somebody wrote, in some language; `original` of those by the translation service. */
type Translated<T> = T & { translated: boolean; original: T | null };

/** What to show of a text, and for a translated one a note with a button that shows the original instead. */
export function useTranslatedText<T extends { language: Language | null }>(
  words: Translated<T>,
): { text: T; note: ReactNode } {
  const { t } = useTranslation();
  const [isOriginalShown, setOriginalShown] = useState(false);
  const { translated, original } = words;
  if (!translated || !original?.language) return { text: words, note: null };
  const note = (
    <p className="-mb-2 flex flex-wrap items-center gap-x-2 text-sm text-muted sm:-mt-2">
      <span role="status">
        {t(
          isOriginalShown
            ? `translation.original.${original.language}`
            : `translation.from.${original.language}`,
        )}
      </span>
      <TextButton onClick={() => setOriginalShown(!isOriginalShown)}>
        {t(isOriginalShown ? 'translation.show' : 'translation.showOriginal')}
      </TextButton>
    </p>
  );
  return { text: isOriginalShown ? original : words, note };
}
