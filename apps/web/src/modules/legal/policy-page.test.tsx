import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languages } from '@wopack/rules';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { renderIn, textsOf } from '../../../test/render.tsx';
import { policies } from '../../lib/paths.ts';
import { PolicyPage } from './policy-page.tsx';
import type { PolicyItem } from './policy-text.ts';

const items = (language: (typeof languages)[number], policy: string) =>
  textsOf(language)[`policy-${policy}`]!.items as Record<string, PolicyItem>;

/** Ids in their order, with the number of paragraphs and of points. */
const shape = (of: Record<string, PolicyItem>) =>
  Object.entries(of).map(([id, { text }]) => [
    id,
    text.map((block) => (typeof block === 'string' ? 'paragraph' : block.length)),
  ]);

const tagsIn = (of: Record<string, PolicyItem>) =>
  Object.values(of).map(({ text }) =>
    [
      ...text
        .flat()
        .join(' ')
        .matchAll(/<(\w+)>/g),
    ]
      .map(([tag]) => tag)
      .sort(),
  );

const triggers = () => screen.getAllByRole('button', { name: /^\d+\./ });
const openOnes = () => triggers().filter((one) => one.getAttribute('aria-expanded') === 'true');

describe.each(policies)('%s', (policy) => {
  test.each(languages)('%s has the same items and links as English', (language) => {
    expect(shape(items(language, policy))).toEqual(shape(items('en', policy)));
    expect(tagsIn(items(language, policy))).toEqual(tagsIn(items('en', policy)));
  });

  test.each(languages)('%s shows every item, the first open, and the date', (language) => {
    renderIn(language, <PolicyPage policy={policy} />);
    expect(triggers().map((one) => one.textContent)).toEqual(
      Object.values(items(language, policy)).map(({ title }, index) => `${index + 1}.${title}`),
    );
    expect(openOnes()).toEqual([triggers()[0]]);
    expect(screen.getByRole('time')).toHaveTextContent('2026');
    expect(document.body.textContent).not.toMatch(/<\/?\w+>|\{\{/);
  });
});

test('items open and close by keyboard, several at a time', async () => {
  renderIn('en', <PolicyPage policy="terms" />);
  const [first, second] = triggers();
  second!.focus();
  await userEvent.keyboard('{Enter}');
  expect(openOnes()).toEqual([first, second]);
  await userEvent.keyboard(' ');
  expect(openOnes()).toEqual([first]);
});

test('an address with # opens its item and goes there', () => {
  renderIn('pt', <PolicyPage policy="terms" />, '/#allergens');
  const allergens = screen.getByRole('button', { name: /Alergénios/ });
  expect(openOnes()).toEqual([triggers()[0], allergens]);
  expect(allergens).toHaveFocus();
  expect(document.getElementById('allergens')).toContainElement(allergens);
});

test('an item pressed open goes into the address without moving the focus; pressed again it leaves it', async () => {
  const Where = () => <output>{useLocation().hash}</output>;
  renderIn(
    'en',
    <>
      <PolicyPage policy="terms" />
      <Where />
    </>,
  );
  const hash = () => screen.getByRole('status').textContent;
  const third = triggers()[2]!;
  await userEvent.click(third);
  expect(hash()).toBe('#personal');
  await userEvent.click(triggers()[0]!);
  expect(hash()).toBe('#personal');
  expect(triggers()[0]).toHaveFocus();
  await userEvent.click(third);
  expect(hash()).toBe('');
  expect(openOnes()).toEqual([]);
});

test('headings make the outline', () => {
  renderIn('ru', <PolicyPage policy="delete" />);
  const heading = screen.getAllByRole('heading', { level: 2 });
  expect(heading).toHaveLength(triggers().length);
  expect(within(heading[0]!).getByRole('button')).toBe(triggers()[0]);
});
