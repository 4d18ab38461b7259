import { expect, test } from 'vitest';
import { createMember, createProductOnSale, SALE_PLACE_BODY } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();

test('a business without a legal name is named after a shop that the reader may see', async () => {
  const { seller } = await createProductOnSale(api);
  const { data } = await seller.call('saveSalePlace', { body: { ...SALE_PLACE_BODY, name: 'Segunda loja' } });
  const readName = async (salePlaceIds: number[] | null) => {
    const member = await createMember(api, seller, 'counter', { salePlaceIds });
    const { data: businesses } = await member.call('listMyBusinesses');
    return businesses[0]!.name;
  };
  expect(await readName(null)).toBe('Padaria Aurora');
  expect(await readName([data.id])).toBe('Segunda loja');
});
