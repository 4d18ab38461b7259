import Type from 'typebox';
import { Cents, Id, Instant, Nullable } from '../../endpoint.ts';
import { list, period, Reference } from './lists.ts';

const outcomes = ['accepted', 'changed', 'recovered'] as const;

const proposals = list({
  path: '/api/v1/admin/value_proposals',
  right: 'catalogue.view',
  summary: 'Packs of which too many got less than promised, and whether their sellers reacted',
  filters: { ...period, state: Type.Optional(Type.Enum(['open', ...outcomes])) },
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
      state: Type.Enum(['open', ...outcomes]),
    },
    { $id: 'AdminValueProposalRow' },
  ),
});

export const valueProposals = {
  listValueProposals: proposals.rows,
  exportValueProposals: proposals.csv,
} as const;
