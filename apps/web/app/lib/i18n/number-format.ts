import { getLocale } from '@wopack/domain';
import type { i18n } from 'i18next';

/** `{{count, number}}` as '1341' in Portugal; '1.341', as of plain 'pt', is Brazilian. */
export const addNumberFormat = (instance: Pick<i18n, 'services' | 'language'>): void =>
  instance.services.formatter?.addCached('number', (language, options) => {
    const { format } = new Intl.NumberFormat(getLocale(language ?? instance.language), options);
    return format;
  });
