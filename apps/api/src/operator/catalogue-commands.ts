import { COMMISSION_CENTS, centsFromEuros, maxOldPriceCents } from '@wopack/rules';
import {
  priceTiers,
  removeTier,
  storeTier,
  storeType,
  type TypeTable,
  typesOf,
} from './catalogue.queries.ts';
import { euros, type Operating, tableOf, whole } from './operating.ts';

function cents(text: string): number {
  const amount = centsFromEuros(text);
  if (amount === null) throw new Error(`${text} is no amount.`);
  return amount;
}

export function catalogueCommands(operating: Operating): void {
  priceCommands(operating);
  typeCommands(operating, 'product-types', 'product_types', 'kinds of packs');
  typeCommands(operating, 'place-types', 'sale_place_types', 'kinds of venues');
}

function priceCommands({ program, context: { db }, print }: Operating): void {
  const prices = program.command('prices').description('price tiers that sellers choose from');
  prices
    .command('list')
    .description('all of them, with the value each declares by default')
    .action(async () => {
      const tiers = await priceTiers(db);
      print(
        tableOf([
          ['price', 'value'],
          ...tiers.map((tier) => [euros(tier.price_cents), euros(tier.old_price_cents)]),
        ]),
      );
    });
  prices
    .command('set <price> <value>')
    .description('add a tier or change its default value, both in euros')
    .action(async (price: string, value: string) => {
      const tier = { price_cents: cents(price), old_price_cents: cents(value) };
      if (tier.price_cents <= COMMISSION_CENTS)
        throw new Error(`A price is above ${euros(COMMISSION_CENTS)}.`);
      const most = maxOldPriceCents(tier.price_cents);
      if (tier.old_price_cents > most) throw new Error(`At most 70 % off: a value up to ${euros(most)}.`);
      if (tier.old_price_cents < tier.price_cents) throw new Error('A value is not below its price.');
      await storeTier(db, tier);
      print(`${euros(tier.price_cents)}: value ${euros(tier.old_price_cents)}.`);
    });
  prices
    .command('remove <price>')
    .description('take a tier away that no pack has')
    .action(async (price: string) => {
      if (!(await removeTier(db, cents(price)))) throw new Error('There is no such tier, or packs have it.');
      print(`${price} is removed.`);
    });
}

function typeCommands(
  { program, context: { db }, print }: Operating,
  name: string,
  table: TypeTable,
  what: string,
) {
  const types = program.command(name).description(what);
  types
    .command('list')
    .description('all of them, in three languages')
    .action(async () => {
      const all = await typesOf(db, table);
      print(
        tableOf([
          ['id', 'slug', 'pt', 'en', 'ru'],
          ...all.map((type) => [type.id, type.slug, type.name.pt, type.name.en, type.name.ru]),
        ]),
      );
    });
  types
    .command('set <id> <slug>')
    .description('add one, or name it anew')
    .requiredOption('--pt <name>', 'Portuguese')
    .requiredOption('--en <name>', 'English')
    .requiredOption('--ru <name>', 'Russian')
    .action(async (id: string, slug: string, names: Record<'pt' | 'en' | 'ru', string>) => {
      if (!/^[a-z][a-z0-9_-]{0,39}$/.test(slug))
        throw new Error('A slug is of small letters, digits, - and _.');
      await storeType(db, table, { id: whole(id), slug, name: { pt: names.pt, en: names.en, ru: names.ru } });
      print(`${id}: ${slug}.`);
    });
}
