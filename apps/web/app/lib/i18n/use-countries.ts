import { businessCountries } from '@wopack/contract/vocabulary';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getCountryName } from '../format/use-format.ts';

/** Countries of sellers, named in the current language. */
export function useCountries() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const collator = new Intl.Collator(i18n.language);
    return businessCountries
      .map((code) => ({ code, name: getCountryName(code, i18n.language) }))
      .sort((a, b) => collator.compare(a.name, b.name));
  }, [i18n.language]);
}
