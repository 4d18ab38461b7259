import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DateRange, Language } from '@wopack/domain';
import { translate } from '../../platform/messages/translate.ts';
import { type City, findCityAt } from '../geo/index.ts';

export interface PublicHoliday extends DateRange {
  name: string;
}

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
  'Azores Day': { pt: 'Dia dos Açores', ru: 'День Азорских островов' },
  'Madeira Day': { pt: 'Dia da Madeira', ru: 'День Мадейры' },
  'First Octave': { pt: 'Primeira Oitava', en: 'Boxing Day', ru: 'Второй день Рождества' },
  'Christmas Eve': { pt: 'Véspera de Natal', ru: 'Сочельник' },
  'Christmas Day': { pt: 'Natal', ru: 'Рождество' },
  'Boxing Day': { pt: 'Segundo dia de Natal', ru: 'Второй день Рождества' },
  "New Year's Eve": { pt: 'Véspera de Ano Novo', ru: 'Канун Нового года' },
};

/** The README beside the files has their format. */
const readRows = async (file: string): Promise<string[]> =>
  (await readFile(join(import.meta.dirname, '../../../db/public-holidays', file), 'utf8')).split('\n');

let rowsPromise: Promise<{ national: string[]; local: string[] }> | undefined;

/** Loaded on first use, and shared. */
async function readHolidays() {
  const [national, local] = await Promise.all([
    readRows('public-holidays.tsv'),
    readRows('local-holidays.tsv'),
  ]);
  return { national, local };
}

/**
 * Public holidays at a position from a date until before another, by default a year later: of its country, region and
 * municipality. Names are in the requested language where they exist, else in English or the country's.
 */
export async function listPublicHolidays(
  position: { latitude: number; longitude: number },
  from: string,
  language: Language,
  until = `${yearOf(from) + 1}${from.slice(4)}`,
): Promise<PublicHoliday[]> {
  const city = await findCityAt(position);
  if (!city) return [];
  // One that begins in the year before may last until `from`.
  const firstYear = yearOf(from) - 1;
  const years = Array.from({ length: yearOf(until) - firstYear + 1 }, (_, index) => firstYear + index);
  rowsPromise ??= readHolidays();
  const rows = await rowsPromise;
  const national = rows.national
    .filter((row) => row.startsWith(`${city.country}\t`))
    .flatMap((row) => parseRow(row, years));
  const easterDays = national.flatMap(({ name, date_from }) => (name === 'Easter Sunday' ? [date_from] : []));
  const local = rows.local.flatMap((row) => parseLocalRow(row, { city, years, easterDays, language }));
  return [...national, ...local]
    .filter(({ date_from, date_to }) => date_to >= from && date_from < until)
    .sort((a, b) => a.date_from.localeCompare(b.date_from))
    .map(({ name, ...dates }) => ({ name: HOLIDAY_NAMES[name]?.[language] ?? name, ...dates }));
}

const yearOf = (date: string): number => Number(date.slice(0, 4));

interface Locality {
  city: City;
  years: number[];
  easterDays: string[];
  language: Language;
}

/** The holidays of a row of the region, or of the municipality that the city is the seat of; none of another. */
function parseLocalRow(row: string, { city, years, easterDays, language }: Locality): PublicHoliday[] {
  const [country, region, municipality, rule = '', regionalName] = row.split('\t');
  if (country !== city.country || region !== city.region) return [];
  if (municipality && municipality !== city.names.pt) return [];
  const name =
    regionalName || translate('products.municipalHoliday', language, { city: city.names[language] });
  const easterDistance = /^easter\+(\d+)$/.exec(rule)?.[1];
  const dates = easterDistance
    ? easterDays.map((day) =>
        Temporal.PlainDate.from(day)
          .add({ days: Number(easterDistance) })
          .toString(),
      )
    : years.map((year) => `${year}-${rule}`);
  return dates.map((date) => ({ name, date_from: date, date_to: date }));
}

/** The holidays of a row. One that has the same date every year is returned for each of `years`. */
function parseRow(row: string, years: number[]): PublicHoliday[] {
  const [, name = '', days, dates = ''] = row.split('\t');
  const firstDates = dates.includes('-')
    ? years.map((year) => `${year}-${dates}`)
    : dates.split(' ').map((date) => `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`);
  return firstDates.map((firstDate) => {
    const lastDate = Temporal.PlainDate.from(firstDate).add({ days: Number(days) - 1 });
    return { name, date_from: firstDate, date_to: lastDate.toString() };
  });
}
