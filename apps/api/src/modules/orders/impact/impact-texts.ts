import { formatCents, getLocale, type Language } from '@wopack/domain';
import { translate } from '../../../platform/messages/translate.ts';
import type { Impact } from './impact.ts';

/** What a PDF or picture is made of. */
export interface ImpactFileInput {
  format: 'pdf' | 'png';
  language: Language;
  /** Names of the sale places that it is about; null: it is about the buyer who reads it. */
  subject: string | null;
  impact: FileImpact;
}

/** A month is hidden where it has too few buyers to be shown to everybody. */
export type FileImpact = Omit<Impact, 'months'> & {
  months: (Impact['months'][number] & { is_hidden?: boolean })[];
};

type Figures = Impact['sum'];

/** Figures and sentences in the reader's language, for letters that the fonts have. */
export function createImpactTexts(language: Language) {
  const locale = getLocale(language);
  const t = (key: string, values?: Record<string, string | number>) =>
    translate(`orders.impact.${key}`, language, values);
  const kilos = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'kilogram',
    maximumFractionDigits: 1,
  });
  const exactKilos = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'kilogram',
    maximumFractionDigits: 2,
  });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const replaceNarrow = (text: string) => text.replaceAll('\u202f', '\u00a0');
  const formatKilos = (grams: number) => replaceNarrow(kilos.format(grams / 1000));
  return {
    t,
    formatMonth: (name: string) => month.format(new Date(`${name}-15T12:00:00Z`)),
    formatCount: (count: number) => replaceNarrow(count.toLocaleString(locale)),
    formatMoney: (cents: number) => replaceNarrow(formatCents(cents, language)),
    formatKilos,
    /** The weight of one unit: '0.95 kg'. */
    formatWeight: (grams: number) => replaceNarrow(exactKilos.format(grams / 1000)),
    /** Packs without a weight are packs, and said. Null: all have one, or there are no packs. */
    describeWeight: ({ packs: all, packs_with_weight: weighed }: Figures) => {
      if (all === weighed) return null;
      return weighed === 0 ? t('noWeight') : t('partWeight', { count: weighed, all });
    },
    describeCo2: (co2: Impact['co2']) =>
      co2
        ? t('co2', {
            amount: formatKilos(co2.grams),
            factor: co2.grams_per_kg,
            // With or without the full stop of its last sentence.
            method: co2.method.replace(/[.\s]+$/, ''),
            source: co2.source,
          })
        : t('noCo2'),
  };
}
