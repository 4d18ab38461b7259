import type { DateRange, Language } from '@wopack/domain';
import { findCountryAt } from '../geo/index.ts';

export interface PublicHoliday extends DateRange {
  name: string;
}

const DAY_MS = 86_400_000;

/** Names that the calendars lack or spell otherwise, by the English one; missing ones are as in the calendar. */
const HOLIDAY_NAMES: Record<string, { pt?: string; en?: string; ru: string }> = {
  "New Year's Day": { pt: 'Ano Novo', ru: 'Новый год' },
  Epiphany: { pt: 'Dia de Reis', ru: 'Богоявление' },
  Carnival: { pt: 'Carnaval', ru: 'Карнавал' },
  'Maundy Thursday': { pt: 'Quinta-feira Santa', ru: 'Великий четверг' },
  'Good Friday': { pt: 'Sexta-feira Santa', ru: 'Страстная пятница' },
  'Easter Sunday': { pt: 'Domingo de Páscoa', ru: 'Пасха' },
  'Easter Monday': { pt: 'Segunda-feira de Páscoa', ru: 'Пасхальный понедельник' },
  'Liberty Day': { pt: 'Dia da Liberdade', en: 'Freedom Day', ru: 'День свободы' },
  'Labour Day': { pt: 'Dia do Trabalhador', ru: 'Праздник труда' },
  'Ascension Day': { pt: 'Ascensão', ru: 'Вознесение' },
  Pentecost: { pt: 'Domingo de Pentecostes', ru: 'Троица' },
  'Whit Monday': { pt: 'Segunda-feira de Pentecostes', ru: 'Духов день' },
  'Corpus Christi': { pt: 'Corpo de Deus', ru: 'Праздник Тела Христова' },
  'Portugal Day': { pt: 'Dia de Portugal', ru: 'День Португалии' },
  Assumption: { pt: 'Assunção de Nossa Senhora', ru: 'Успение Богородицы' },
  'Implantação da República': {
    pt: 'Implantação da República',
    en: 'Republic Day',
    ru: 'День республики',
  },
  "All Saints' Day": { pt: 'Dia de Todos os Santos', ru: 'День всех святых' },
  'Restauração da Independência': {
    pt: 'Restauração da Independência',
    en: 'Restoration of Independence',
    ru: 'Восстановление независимости',
  },
  'Immaculate Conception': { pt: 'Imaculada Conceição', ru: 'Непорочное зачатие' },
  'Independence Day': { pt: 'Dia da Independência', ru: 'День независимости' },
  'Constitution Day': { pt: 'Dia da Constituição', ru: 'День конституции' },
  'Republic Day': { pt: 'Dia da República', ru: 'День республики' },
  'Victory Day': { pt: 'Dia da Vitória', ru: 'День победы' },
  'National Holiday': { pt: 'Dia Nacional', ru: 'Национальный праздник' },
  'Armistice Day': { pt: 'Dia do Armistício', ru: 'День перемирия' },
  "Children's Day": { pt: 'Dia da Criança', ru: 'День детей' },
  'Christmas Eve': { pt: 'Véspera de Natal', ru: 'Сочельник' },
  'Christmas Day': { pt: 'Natal', ru: 'Рождество' },
  'Boxing Day': { pt: 'Segundo dia de Natal', ru: 'Второй день Рождества' },
  "New Year's Eve": { pt: 'Véspera de Ano Novo', ru: 'Канун Нового года' },
};

/**
 * Public holidays of the country of a position within a year from a date. Names are in the requested
 * language where they exist, else in English or the country's. The calendars take 40 MB of memory and are
 * loaded on first use.
 */
export async function listPublicHolidays(
  position: { latitude: number; longitude: number },
  from: string,
  language: Language,
): Promise<PublicHoliday[]> {
  const country = await findCountryAt(position);
  if (!country) return [];
  const { default: Holidays } = await import('date-holidays');
  const calendar = new Holidays(country, { types: ['public'] });
  calendar.setLanguages(['en', ...calendar.getLanguages()]);
  const year = Number(from.slice(0, 4));
  const until = `${year + 1}${from.slice(4)}`;
  return [year, year + 1]
    .flatMap((calendarYear) => calendar.getHolidays(calendarYear))
    .map(({ name, date, start, end }) => {
      const firstDate = date.slice(0, 10);
      // `end` is the following midnight; rounding absorbs the hour of a clock change.
      const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
      const lastDate = Temporal.PlainDate.from(firstDate).add({ days: days - 1 });
      return {
        name: HOLIDAY_NAMES[name]?.[language] ?? name,
        date_from: firstDate,
        date_to: lastDate.toString(),
      };
    })
    .filter(({ date_from, date_to }) => date_to >= from && date_from < until);
}
