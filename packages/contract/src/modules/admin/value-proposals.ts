import Type from 'typebox';
import { Cents, Id, Instant, Nullable } from '../../endpoint.ts';
import { valueProposalOutcomes } from '../../vocabulary.ts';
import { list, period, Reference } from './lists.ts';

const proposals = list({
  path: '/api/v1/admin/value_proposals',
  right: 'catalogue.view',
  summary: 'Packs of which too many got less than promised, and whether their sellers reacted',
  filters: { ...period, state: Type.Optional(Type.Enum(['open', ...valueProposalOutcomes])) },
  sorts: ['made_at'],
  row: Type.Object(
    {
      id: Id,
      product: Reference,
      sale_place: Reference,
      seller: Reference,
      from_cents: Cents,
      to_cents: Cents,
      answers: Type.Integer({ description: 'of the three weeks: a person counts once in each' }),
      less: Type.Integer(),
      made_at: Instant,
      ended_at: Nullable(Instant),
      state: Type.Enum(['open', ...valueProposalOutcomes]),
    },
    { $id: 'AdminValueProposalRow' },
  ),
});

export const valueProposals = {
  listValueProposals: proposals.rows,
  exportValueProposals: proposals.csv,
} as const;
