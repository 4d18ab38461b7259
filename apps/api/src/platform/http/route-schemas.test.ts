import Type from 'typebox';
import { expect, test } from 'vitest';
import { collectSharedSchemas, toReferences } from './route-schemas.ts';

const Inner = Type.Object({ n: Type.Integer() }, { $id: 'Inner' });
const Outer = Type.Object({ one: Inner, many: Type.Array(Inner) }, { $id: 'Outer' });

test('a schema with an $id is taken once, with references to those inside it', () => {
  const shared = collectSharedSchemas([Type.Array(Outer), Inner]);
  expect([...shared.keys()]).toEqual(['Inner', 'Outer']);
  expect(shared.get('Outer')).toEqual({
    $id: 'Outer',
    type: 'object',
    required: ['one', 'many'],
    properties: { one: { $ref: 'Inner#' }, many: { type: 'array', items: { $ref: 'Inner#' } } },
  });
  expect(toReferences(Type.Array(Outer))).toEqual({ type: 'array', items: { $ref: 'Outer#' } });
});

test('two schemas of one $id are refused', () => {
  const other = Type.Object({ n: Type.String() }, { $id: 'Inner' });
  expect(() => collectSharedSchemas([Inner, other])).toThrow("two schemas have the $id 'Inner'");
});
