import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { legalOrFullName, type RowOf } from '../lists/lists.queries.ts';

export const filterValueProposals = (db: DbOrTrx, { state }: ListQuery<'ValueProposals'>) =>
  db
    .selectFrom('value_proposals as proposal')
    .$if(state === 'open', (query) => query.where('proposal.ended_at', 'is', null))
    .$if(state !== undefined && state !== 'open', (query) =>
      query.where('proposal.outcome', '=', state as 'accepted'),
    );

export const selectValueProposals = (rows: ReturnType<typeof filterValueProposals>) =>
  rows
    .innerJoin('products', 'products.id', 'proposal.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .innerJoin('users as seller', 'seller.id', 'sale_places.seller_id')
    .select(['proposal.id', 'proposal.from_cents', 'proposal.to_cents', 'proposal.answers', 'proposal.less'])
    .select(['proposal.made_at', 'proposal.ended_at', 'proposal.outcome', 'proposal.product_id'])
    .select(['products.name as product_name', 'products.sale_place_id', 'sale_places.name as place_name'])
    .select(['sale_places.seller_id', legalOrFullName('seller').as('seller_name')]);

export type ValueProposalRow = RowOf<typeof selectValueProposals>;
