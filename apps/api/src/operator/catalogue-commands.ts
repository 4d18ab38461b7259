import { COMMISSION_CENTS, centsFromEuros, maxOldPriceCents } from '@wopack/domain';
import { type CommandContext, formatEuros, formatTable, parseInteger } from './command-context.ts';
import {
  deletePriceTier,
  listPriceTiers,
  listTypes,
  type TypeTable,
  upsertPriceTier,
  upsertType,
} from './operator.queries.ts';

function parseCents(text: string): number {
  const amount = centsFromEuros(text);
  if (amount === null) throw new Error(`${text} is not an amount.`);
  return amount;
}

export function registerCatalogueCommands(commandContext: CommandContext): void {
  registerPriceCommands(commandContext);
  registerTypeCommands(commandContext, 'product-types', 'product_types', 'product types');
  registerTypeCommands(commandContext, 'place-types', 'sale_place_types', 'sale place types');
}

function registerPriceCommands({ program, context: { db }, print }: CommandContext): void {
  const command = program.command('prices').description('price tiers that sellers choose from');
  command
    .command('list')
    .description('list all tiers with their default values')
    .action(async () => {
      const tiers = await listPriceTiers(db);
      print(
        formatTable([
          ['price', 'value'],
          ...tiers.map((tier) => [formatEuros(tier.price_cents), formatEuros(tier.old_price_cents)]),
        ]),
      );
    });
  command
    .command('set <price> <value>')
    .description('add a tier or change its default value, both in euros')
    .action(async (price: string, value: string) => {
      const tier = { price_cents: parseCents(price), old_price_cents: parseCents(value) };
      if (tier.price_cents <= COMMISSION_CENTS)
        throw new Error(`A price is above ${formatEuros(COMMISSION_CENTS)}.`);
      const maxValueCents = maxOldPriceCents(tier.price_cents);
      if (tier.old_price_cents > maxValueCents)
        throw new Error(`At most 70 % off: a value up to ${formatEuros(maxValueCents)}.`);
      if (tier.old_price_cents < tier.price_cents) throw new Error('A value is not below its price.');
      await upsertPriceTier(db, tier);
      print(`${formatEuros(tier.price_cents)}: value ${formatEuros(tier.old_price_cents)}.`);
    });
  command
    .command('remove <price>')
    .description('remove a tier that no product has')
    .action(async (price: string) => {
      if (!(await deletePriceTier(db, parseCents(price))))
        throw new Error('There is no such tier, or packs have it.');
      print(`${price} is removed.`);
    });
}

function registerTypeCommands(
  { program, context: { db }, print }: CommandContext,
  name: string,
  table: TypeTable,
  description: string,
) {
  const command = program.command(name).description(description);
  command
    .command('list')
    .description('list all types in three languages')
    .action(async () => {
      const types = await listTypes(db, table);
      print(
        formatTable([
          ['id', 'slug', 'pt', 'en', 'ru'],
          ...types.map((type) => [type.id, type.slug, type.name.pt, type.name.en, type.name.ru]),
        ]),
      );
    });
  command
    .command('set <id> <slug>')
    .description('add a type or rename it')
    .requiredOption('--pt <name>', 'Portuguese')
    .requiredOption('--en <name>', 'English')
    .requiredOption('--ru <name>', 'Russian')
    .action(async (id: string, slug: string, names: Record<'pt' | 'en' | 'ru', string>) => {
      if (!/^[a-z][a-z0-9_-]{0,39}$/.test(slug))
        throw new Error('A slug consists of lower-case letters, digits, - and _.');
      await upsertType(db, table, {
        id: parseInteger(id),
        slug,
        name: { pt: names.pt, en: names.en, ru: names.ru },
      });
      print(`${id}: ${slug}.`);
    });
}
