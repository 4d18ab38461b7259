import { type endpoints, importColumns } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { type Cell, createCsvStream } from '../../../platform/files/csv.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { listMySalePlaces, requireMySalePlaces } from '../../sale-places/index.ts';
import { listPriceTiers, listProductTypes } from '../products.queries.ts';
import { buildTableRow, REQUIRED_COLUMNS } from './import-columns.rules.ts';
import { listTableProducts } from './table-products.ts';
import { columnNames, createTableTexts, listOptions, nameColumn } from './table-texts.ts';

/** The file that an import reads. */
export async function exportProducts(
  { db }: Pick<Context, 'db'>,
  { actor, query, language }: Call<typeof endpoints.exportProducts>,
) {
  if (query.sale_place_id !== undefined) await requireMySalePlaces(db, actor.member, query.sale_place_id);
  const texts = createTableTexts(await listProductTypes(db), language);
  const products = await listTableProducts(db, actor.member, query.sale_place_id);
  const rows = products.map((product): Cell[] => {
    const cells = buildTableRow(product, texts);
    return importColumns.map((column) => cells[column]);
  });
  return { name: 'wopack-packs.csv', content: createCsvStream(listHeader(language), rows, language) };
}

const listHeader = (language: Language) => importColumns.map((column) => columnNames[language][column]);

export const exportImportTemplate = async ({
  language,
}: Pick<Call<typeof endpoints.exportImportTemplate>, 'language'>) => ({
  name: 'wopack-packs-template.csv',
  content: createCsvStream(listHeader(language), [], language),
});

export async function listImportColumns(
  { db }: Pick<Context, 'db'>,
  { actor, language }: Call<typeof endpoints.listImportColumns>,
) {
  const offered = {
    types: await listProductTypes(db),
    tiers: await listPriceTiers(db),
    salePlaces: await listMySalePlaces(db, actor.member),
  };
  return {
    data: importColumns.map((key) => ({
      key,
      name: nameColumn(key, language),
      help: translate(`products.import.help.${key}`, language),
      is_required: REQUIRED_COLUMNS.includes(key),
      options: listOptions(key, offered, language),
      example: translate(`products.import.example.${key}`, language),
    })),
  };
}
