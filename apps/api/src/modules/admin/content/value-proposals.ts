import type { Context } from '../../../platform/context.ts';
import { createList } from '../lists/list.ts';
import {
  filterValueProposals,
  selectValueProposals,
  type ValueProposalRow,
} from './value-proposals.queries.ts';

const buildProposalRow = (row: ValueProposalRow) => ({
  ...row,
  product: { id: row.product_id, name: row.product_name },
  sale_place: { id: row.sale_place_id, name: row.place_name },
  seller: { id: row.seller_id, name: row.seller_name },
  made_at: row.made_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  state: row.outcome ?? ('open' as const),
});

/** Who does not react to a proposal is among the open ones, the longest first by the sort of the list. */
export const createValueProposalList = (context: Context) =>
  createList(context, 'ValueProposals', {
    file: 'value-proposals',
    filter: filterValueProposals,
    period: 'proposal.made_at',
    select: selectValueProposals,
    sorts: { made_at: { column: 'proposal.made_at', type: 'timestamptz' } },
    key: { column: 'proposal.id', type: 'integer' },
    build: buildProposalRow,
    csv: [
      'id',
      'made_at',
      'state',
      'ended_at',
      'product.id',
      'product.name',
      'sale_place.id',
      'seller.id',
      'from_cents',
      'to_cents',
      'answers',
      'less',
    ],
  });
