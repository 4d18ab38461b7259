import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languages } from '@wopack/domain';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { getTranslations, renderInLanguage } from '../../../test/render.tsx';
import { paths, policies } from '../../lib/paths.ts';
import { type PolicyItem, PolicyPage } from './policy-page.tsx';

const policyItems = (language: (typeof languages)[number], policy: string) =>
  getTranslations(language)[`policy-${policy}`]!.items as Record<string, PolicyItem>;

/** Ids in order, with the number of paragraphs and of list entries. */
const buildShape = (items: Record<string, PolicyItem>) =>
  Object.entries(items).map(([id, { text }]) => [
    id,
    text.map((block) => (typeof block === 'string' ? 'paragraph' : block.length)),
  ]);

const listTags = (items: Record<string, PolicyItem>) =>
  Object.values(items).map(({ text }) =>
    [
      ...text
        .flat()
        .join(' ')
        .matchAll(/<(\w+)>/g),
    ]
      .map(([tag]) => tag)
      .sort(),
  );

const getTriggers = () => screen.getAllByRole('button', { name: /^\d+\./ });
const getOpenTriggers = () =>
  getTriggers().filter((trigger) => trigger.getAttribute('aria-expanded') === 'true');

describe.each(policies)('%s', (policy) => {
  test.each(languages)('%s has the same items and links as English', (language) => {
    expect(buildShape(policyItems(language, policy))).toEqual(buildShape(policyItems('en', policy)));
    expect(listTags(policyItems(language, policy))).toEqual(listTags(policyItems('en', policy)));
  });

  test.each(languages)('%s shows every item, the first open, and the date', (language) => {
    renderInLanguage(language, <PolicyPage policy={policy} />);
    expect(getTriggers().map((trigger) => trigger.textContent)).toEqual(
      Object.values(policyItems(language, policy)).map(({ title }, index) => `${index + 1}.${title}`),
    );
    expect(getOpenTriggers()).toEqual([getTriggers()[0]]);
    expect(screen.getByRole('time')).toHaveTextContent('2026');
    expect(document.body.textContent).not.toMatch(/<\/?\w+>|\{\{/);
  });
});

test('tags in the texts become links, names of stored entries and bold words', () => {
  renderInLanguage('en', <PolicyPage policy="delete" />);
  const mail = document.querySelector('a[href^="mailto:"]')!;
  expect(mail.parentElement).toHaveTextContent(/write to \S+@\S+ from the address/);
  expect(document.querySelector('li b')).toHaveTextContent('Orders and bookings without you:');
  cleanup();
  renderInLanguage('en', <PolicyPage policy="cookie" />);
  expect(document.querySelector('li code')).toHaveTextContent(/^token$/);
  const link = document.querySelector(`a[href="${paths.policies.affiliate}"]`);
  expect(link).toHaveTextContent('promotion and referral terms');
});

test('items open and close by keyboard, several at a time', async () => {
  renderInLanguage('en', <PolicyPage policy="terms" />);
  const [first, second] = getTriggers();
  second!.focus();
  await userEvent.keyboard('{Enter}');
  expect(getOpenTriggers()).toEqual([first, second]);
  await userEvent.keyboard(' ');
  expect(getOpenTriggers()).toEqual([first]);
});

test('a hash in the URL opens its item and scrolls to it', () => {
  renderInLanguage('pt', <PolicyPage policy="terms" />, '/#allergens');
  const allergens = screen.getByRole('button', { name: /Alergénios/ });
  expect(getOpenTriggers()).toEqual([getTriggers()[0], allergens]);
  expect(allergens).toHaveFocus();
  expect(document.getElementById('allergens')).toContainElement(allergens);
});

test('opening an item sets the hash without moving the focus; closing it removes the hash', async () => {
  const LocationHash = () => <output>{useLocation().hash}</output>;
  renderInLanguage(
    'en',
    <>
      <PolicyPage policy="terms" />
      <LocationHash />
    </>,
  );
  const getHash = () => screen.getByRole('status').textContent;
  const third = getTriggers()[2]!;
  await userEvent.click(third);
  expect(getHash()).toBe('#personal');
  await userEvent.click(getTriggers()[0]!);
  expect(getHash()).toBe('#personal');
  expect(getTriggers()[0]).toHaveFocus();
  await userEvent.click(third);
  expect(getHash()).toBe('');
  expect(getOpenTriggers()).toEqual([]);
});

test('headings have a consistent outline', () => {
  renderInLanguage('ru', <PolicyPage policy="delete" />);
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings).toHaveLength(getTriggers().length);
  expect(within(headings[0]!).getByRole('button')).toBe(getTriggers()[0]);
});
