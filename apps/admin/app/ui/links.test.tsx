import { screen, waitFor } from '@testing-library/react';
import { type Endpoint, endpoints, listRights, operatorRoles } from '@wopack/contract';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { answerWith, operator, renderConsole, startFakeServer } from '../../test/setup.tsx';
import { LookAlike, PlaceClaim } from '../catalogue/place-claims.tsx';
import { Product } from '../catalogue/products.tsx';
import { SalePlace } from '../catalogue/sale-places.tsx';
import { ValueProposals } from '../catalogue/value-proposals.tsx';
import { type RecordName, resources } from '../lib/resources.ts';
import { CommissionInvoice } from '../money/commission-invoices.tsx';
import { PayoutRun } from '../money/payout-runs.tsx';
import { Transfer } from '../money/transfers.tsx';
import { Partner } from '../partner-programme/partners.tsx';
import { Seller } from '../people/sellers.tsx';
import User from '../people/user.tsx';
import Order from '../support/order.tsx';
import Problems from '../support/problems.tsx';
import { ContentReport, Reviews } from '../support/reviews-and-content-reports.tsx';

startFakeServer();

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  patternProperties?: Record<string, Schema>;
}

/** A value that a schema allows: of each list one item, of each alternative the first that says something. */
function sample({ type, anyOf, properties, items, format, ...schema }: Schema, name = ''): unknown {
  if (anyOf) return sample(anyOf.find((part) => part.type !== 'null') ?? anyOf[0]!, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, sample(part, key)]));
  if (type === 'array') return items ? [sample(items, name)] : [];
  if (type === 'integer' || type === 'number') return 7;
  if (type === 'boolean') return true;
  if (type !== 'string') return type === 'object' ? {} : null;
  if (format === 'date-time') return '2026-11-20T12:00:00.000Z';
  if (format === 'date') return '2026-11-20';
  return name === 'time_zone' ? 'Europe/Lisbon' : name.includes('country') ? 'PT' : 'pt';
}

const reads = (Object.values(endpoints) as Endpoint[]).filter(({ method }) => method === 'GET');

const answerSamples = () =>
  answerWith(({ url }) => {
    const endpoint = reads.find(({ path }) =>
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname),
    );
    return { body: sample(endpoint!.reply as Schema) };
  });

const pages: Record<RecordName, ComponentType> = {
  orders: Order,
  problems: Problems,
  users: User,
  sellers: Seller,
  products: Product,
  sale_places: SalePlace,
  partners: Partner,
  content_reports: ContentReport,
  look_alikes: LookAlike,
  place_claims: PlaceClaim,
  payout_runs: PayoutRun,
  transfers: Transfer,
  commission_invoices: CommissionInvoice,
};

const cases = operatorRoles.flatMap((role) =>
  (Object.keys(pages) as RecordName[])
    .filter((name) => listRights(role).includes(resources[name].right))
    .map((name) => [role, name] as const),
);

test.each(cases)(
  'each link that %s sees in a record of %s leads to a page it may open',
  async (role, name) => {
    const rights = listRights(role);
    vi.spyOn(operator, 'role', 'get').mockReturnValue(role);
    vi.spyOn(operator, 'rights', 'get').mockReturnValue(rights);
    answerSamples();
    const Page = pages[name];
    renderConsole(
      <Routes>
        <Route path={`/${name}/:id`} element={<Page />} />
      </Routes>,
      `/${name}/7`,
    );
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(screen.queryByRole('status', { busy: true })).toBeNull());
    const segments = screen
      .queryAllByRole('link')
      .map((link) => new URL((link as HTMLAnchorElement).href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname.split('/')[1]!);
    const closed = segments.filter(
      (segment) =>
        segment in resources && !rights.includes(resources[segment as keyof typeof resources].right),
    );
    expect(closed).toEqual([]);
  },
);

/** Their rows have no page of their own. */
test.each([
  ['reviews', Reviews, ['products']],
  ['value proposals', ValueProposals, ['products', 'sellers', 'sale_places']],
] as const)('rows of %s lead to the records that they name', async (_name, Page, names) => {
  vi.spyOn(operator, 'rights', 'get').mockReturnValue(listRights('catalogue'));
  answerSamples();
  renderConsole(<Page />);
  await waitFor(() => {
    const paths = screen
      .getAllByRole('link')
      .map((link) => new URL((link as HTMLAnchorElement).href).pathname);
    expect(paths).toEqual(expect.arrayContaining(names.map((name) => expect.stringMatching(`/${name}/7$`))));
  });
});
