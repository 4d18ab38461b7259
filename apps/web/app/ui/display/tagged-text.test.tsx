import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TaggedText } from './tagged-text.tsx';

const tags = { b: (text: string) => <b>{text}</b>, br: () => <br /> };

test.each([
  ['plain', 'plain'],
  ['<b>first</b>, then <b>second</b>.', '<b>first</b>, then <b>second</b>.'],
  ['here:<br></br>', 'here:<br>'],
  ['an <unknown>tag</unknown> keeps its words', 'an tag keeps its words'],
  ['3 < 4 > 2', '3 &lt; 4 &gt; 2'],
])('%s', (text, expected) => {
  expect(render(<TaggedText text={text} tags={tags} />).container.innerHTML).toBe(expected);
});
