import { productTypeIcons } from '@wopack/contract';
import { centsFromEuros } from '@wopack/domain';
import type { Command } from 'commander';
import {
  createCommandCall,
  createPriceTier,
  createProductType,
  retirePriceTier,
  retireProductType,
  saveSalePlaceType,
  updatePriceTier,
  updateProductType,
} from '../modules/admin/index.ts';
import { listPriceTiers, listProductTypes } from '../modules/products/index.ts';
import { listSalePlaceTypes } from '../modules/sale-places/index.ts';
import { type CommandContext, formatEuros, formatTable, parseInteger } from './command-context.ts';

function parseCents(text: string): number {
  const amount = centsFromEuros(text);
  if (amount === null) throw new Error(`${text} is not an amount.`);
  return amount;
}

interface ReasonOption {
  reason: string;
}

const addReason = (command: Command) => command.option('-r, --reason <text>', 'why, for the audit log', '');

const formatRetired = (retiredAt: Date | null) => (retiredAt ? 'retired' : 'offered');

export function registerPriceCommands({ program, context, print }: CommandContext): void {
  const command = program.command('prices').description('price tiers that sellers choose from');
  command
    .command('list')
    .description('list all tiers with their default values')
    .action(async () => {
      const tiers = await listPriceTiers(context.db);
      print(
        formatTable([
          ['price', 'value', 'state'],
          ...tiers.map((tier) => [
            formatEuros(tier.price_cents),
            formatEuros(tier.old_price_cents),
            formatRetired(tier.retired_at),
          ]),
        ]),
      );
    });
  addReason(command.command('set <price> <value>'))
    .description('add a tier or change its default value, both in euros')
    .action(async (price: string, value: string, { reason }: ReasonOption) => {
      const [priceCents, valueCents] = [parseCents(price), parseCents(value)];
      const call = createCommandCall(context, 'prices set');
      const body = { price_cents: priceCents, old_price_cents: valueCents, reason };
      const tiers = await listPriceTiers(context.db);
      await (tiers.some((tier) => tier.price_cents === priceCents)
        ? updatePriceTier(context, { ...call, params: { id: priceCents }, body })
        : createPriceTier(context, { ...call, params: undefined, body }));
      print(`${formatEuros(priceCents)}: value ${formatEuros(valueCents)}.`);
    });
  const registerRetiring = (name: 'retire' | 'offer', description: string) =>
    addReason(command.command(`${name} <price>`))
      .description(description)
      .action(async (price: string, { reason }: ReasonOption) => {
        const call = createCommandCall(context, `prices ${name}`);
        const params = { id: parseCents(price) };
        await retirePriceTier(context, { ...call, params, body: { reason } }, name === 'retire');
        print(`${formatEuros(params.id)} is ${name === 'retire' ? 'retired' : 'offered'}.`);
      });
  registerRetiring('retire', 'offer a tier no more; products that have it keep it');
  registerRetiring('offer', 'offer a retired tier again');
}

interface NameOptions {
  pt: string;
  en: string;
  ru: string;
}

const addNames = (command: Command) =>
  command
    .requiredOption('--pt <name>', 'Portuguese')
    .requiredOption('--en <name>', 'English')
    .requiredOption('--ru <name>', 'Russian');

export function registerProductTypeCommands({ program, context, print }: CommandContext): void {
  const command = program.command('product-types').description('product types that sellers choose from');
  command
    .command('list')
    .description('list all types in three languages')
    .action(async () => {
      const types = await listProductTypes(context.db);
      print(
        formatTable([
          ['id', 'slug', 'pt', 'en', 'ru', 'icon', 'state'],
          ...types.map(({ id, slug, name, icon, retired_at }) => [
            id,
            slug,
            name.pt,
            name.en,
            name.ru,
            icon,
            formatRetired(retired_at),
          ]),
        ]),
      );
    });
  addReason(addNames(command.command('set [id]')))
    .option('--icon <name>', productTypeIcons.join(', '))
    .description('add a type or, with its id, rename it or change its icon')
    .action(
      async (id: string | undefined, { reason, ...type }: NameOptions & ReasonOption & { icon?: string }) => {
        const call = createCommandCall(context, 'product-types set');
        const types = await listProductTypes(context.db);
        const previous =
          id === undefined ? undefined : types.find((candidate) => candidate.id === parseInteger(id));
        const icon = productTypeIcons.find((name) => name === (type.icon ?? previous?.icon ?? 'bread'));
        if (!icon) throw new Error(`${type.icon} is not an icon.`);
        const body = { name_pt: type.pt, name_en: type.en, name_ru: type.ru, icon, reason };
        const { data } = await (id === undefined
          ? createProductType(context, { ...call, params: undefined, body })
          : updateProductType(context, { ...call, params: { id: parseInteger(id) }, body }));
        print(`${data.id}: ${data.slug}.`);
      },
    );
  const registerRetiring = (name: 'retire' | 'offer', description: string) =>
    addReason(command.command(`${name} <id>`))
      .description(description)
      .action(async (id: string, { reason }: ReasonOption) => {
        const call = createCommandCall(context, `product-types ${name}`);
        const params = { id: parseInteger(id) };
        const { data } = await retireProductType(
          context,
          { ...call, params, body: { reason } },
          name === 'retire',
        );
        print(`${data.id}: ${data.slug} is ${name === 'retire' ? 'retired' : 'offered'}.`);
      });
  registerRetiring('retire', 'offer a type no more; products that have it keep it');
  registerRetiring('offer', 'offer a retired type again');
}

export function registerPlaceTypeCommands({ program, context, print }: CommandContext): void {
  const command = program.command('place-types').description('sale place types');
  command
    .command('list')
    .description('list all types in three languages')
    .action(async () => {
      const types = await listSalePlaceTypes(context.db);
      print(
        formatTable([
          ['id', 'slug', 'pt', 'en', 'ru'],
          ...types.map(({ id, slug, name }) => [id, slug, name.pt, name.en, name.ru]),
        ]),
      );
    });
  addNames(command.command('set <id> <slug>'))
    .description('add a type or rename it')
    .action(async (id: string, slug: string, { pt, en, ru }: NameOptions) => {
      if (!/^[a-z][a-z0-9_-]{0,39}$/.test(slug))
        throw new Error('A slug consists of lower-case letters, digits, - and _.');
      const { record } = createCommandCall(context, 'place-types set');
      await saveSalePlaceType(context, { id: parseInteger(id), slug, name: { pt, en, ru }, record });
      print(`${id}: ${slug}.`);
    });
}
