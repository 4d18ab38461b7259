import { expect, test } from 'vitest';
import { languages } from './languages.ts';
import { buyerReasons, findReadyReason, readyReasons, sellerReasons } from './ready-reasons.ts';

test('each ready reason is recognised in every language, and is offered to one side', () => {
  expect([...sellerReasons, ...buyerReasons].toSorted()).toEqual(Object.keys(readyReasons).toSorted());
  for (const reason of [...sellerReasons, ...buyerReasons])
    for (const language of languages)
      expect(findReadyReason(readyReasons[reason][language])).toEqual({ reason, language });
  expect(findReadyReason('The oven is broken.')).toBeUndefined();
});
