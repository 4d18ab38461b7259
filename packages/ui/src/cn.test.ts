import { expect, test } from 'vitest';
import { cn } from './cn.ts';

test.each([
  ['px-4 px-3', 'px-3'],
  ['shadow-resting shadow-floating', 'shadow-floating'],
  ['text-sm text-muted', 'text-sm text-muted'],
  ['text-muted text-on-brand', 'text-on-brand'],
  ['leading-tight text-sm', 'leading-tight text-sm'],
  ['h2 d2', 'd2'],
  ['rounded-md sm:rounded-xl', 'rounded-md sm:rounded-xl'],
  ['inset-ring-2 inset-ring-danger inset-ring-[1.5px]', 'inset-ring-danger inset-ring-[1.5px]'],
])('%s: of two that conflict, the later one wins', (names, merged) => expect(cn(names)).toBe(merged));
