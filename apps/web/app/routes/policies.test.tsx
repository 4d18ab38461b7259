import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languages } from '@wopack/domain';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { getTranslations, renderInLanguage } from '../../test/render.tsx';
import { CookieChoice } from '../features/legal/cookie-choice.tsx';
import { type PolicyItem, PolicyPage } from '../features/legal/policy-page.tsx';
import { paths, policies } from '../lib/paths.ts';
import { readStored, writeStored } from '../lib/storage/storage.ts';
import storedValues from '../lib/storage/stored-values.ts?raw';
import { CookieSettings } from './policies.tsx';

describe('cookie choice', () => {
  const getButtonLabels = () => screen.getAllByRole('button').map((button) => button.textContent);

  test('has the specified texts, and both answers look the same', async () => {
    renderInLanguage('en', <CookieChoice />);
    const acceptAll = await screen.findByRole('button', { name: 'Accept All' });
    const essential = screen.getByRole('button', { name: 'Accept Essential Only' });
    expect(acceptAll.className).toBe(essential.className);
    expect(getButtonLabels()).toEqual(['Accept All', 'Accept Essential Only']);
  });

  test('traps the focus and cannot be dismissed', async () => {
    renderInLanguage('en', <CookieChoice />);
    const dialog = await screen.findByRole('dialog', { name: /Cookies/ });
    // Not its first link, which would show a focus ring to who has pressed no key.
    await waitFor(() => expect(dialog).toHaveFocus());
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBe(dialog);
    expect(readStored('cookieChoice')).toBeNull();
  });

  test.each([
    ['Aceitar todos', 'all'],
    ['Aceitar só os essenciais', 'essential'],
  ])('%s is stored as %s, and the dialog closes', async (name, expectedChoice) => {
    renderInLanguage('pt', <CookieChoice />);
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(readStored('cookieChoice')).toBe(expectedChoice);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

  test('the settings show the choice and let it be changed', async () => {
    writeStored('cookieChoice', 'all');
    writeStored('ref_link', 'ANA');
    writeStored('ref_date', new Date().toISOString());
    renderInLanguage('en', <CookieSettings />);
    expect(screen.getByRole('status')).toHaveTextContent('Your choice: all cookies.');
    await pressButton('Change my choice');
    await userEvent.click(await screen.findByRole('button', { name: 'Accept Essential Only' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('status')).toHaveTextContent('essential cookies only');
    expect(readStored('cookieChoice')).toBe('essential');
    expect(readStored('ref_link')).toBeNull();
  });

  test('when shown again, it can be dismissed', async () => {
    writeStored('cookieChoice', 'all');
    renderInLanguage('en', <CookieSettings />);
    await pressButton('Change my choice');
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readStored('cookieChoice')).toBe('all');
  });

  test.each(languages)('the policy lists every stored key (%s)', (language) => {
    const interfaceBody = /interface StoredValues \{(.*?)\n\}/s.exec(storedValues)![1]!;
    const storedKeys = [...interfaceBody.matchAll(/^ {2}(\w+)\??:/gm)].map(([, key]) => key!);
    const policy = JSON.stringify(getTranslations(language)['policy-cookie']);
    const documentedKeys = [...policy.matchAll(/<key>([\w-]+)<\/key>/g)].map(([, key]) => key!);
    // 'scroll' and 'reloaded' last as long as the tab; the others are cookies of the server.
    const cookies = ['__Host-wopack_sign_in', '__Host-wopack_device'];
    expect(documentedKeys.sort()).toEqual([...storedKeys, 'reloaded', 'scroll', ...cookies].sort());
  });
});

describe('policy page', () => {
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
});
