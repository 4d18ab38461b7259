import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fakeApi, renderReplies } from '../../../test/fake-api.tsx';
import { me } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { MissingForPayout } from '../../features/ledger/missing-for-payout.tsx';
import { HandOutConflictsCard } from '../../features/orders/seller/hand-out-conflicts.tsx';
import {
  OpenReportCount,
  OpenReportsCard,
  OtherPlacesToHandOut,
  ToHandOutCount,
} from '../../features/orders/seller/open-reports.tsx';
import { SellerTaskCount } from '../../features/orders/seller/seller-task-count.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { PayoutCard } from './day/payout-card.tsx';
import { PlaceClaimsLink } from './day/place-claims-link.tsx';

describe('claims on sale places', () => {
  const place = { id: 4, name: 'Aurora', address: 'Rua' };
  const claim = {
    id: 1,
    created_at: '2026-11-20T12:00:00.000Z',
    sale_place: place,
    state: 'open',
    answer_until: '2026-12-04T12:00:00.000Z',
    answered_at: null,
    text: 'The lease.',
  };
  const renderLink = (data: { mine: object[]; of_others: object[] }) => {
    const { requests } = fakeApi({ '/seller/place_claims': [{ body: { data } }] });
    renderInLanguage('en', <PlaceClaimsLink />);
    return requests;
  };

  test.each([
    ['of others, to answer', { mine: [], of_others: [{ ...claim, answer: null }] }, /answer\.$/],
    ['of others, answered', { mine: [], of_others: [{ ...claim, answer: 'No.' }] }, /^Claims on shops$/],
    ['the own', { mine: [{ ...claim, photos: [], reason: null }], of_others: [] }, /^Claims on shops$/],
  ])('are linked to from the store page: %s', async (_, data, text) => {
    renderLink(data);
    const link = await screen.findByRole('link', { name: /Claims on shops/ });
    expect(link).toHaveAttribute('href', '/seller/claims');
    expect(link).toHaveTextContent(text);
  });

  test('are no link while there are none', async () => {
    const requests = renderLink({ mine: [], of_others: [] });
    await renderReplies(requests);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('tasks', () => {
  function renderCount(to_hand_out: number, reports: number) {
    const places = [{ id: 1, name: 'Padaria Aurora', to_hand_out }];
    const data = {
      to_hand_out,
      places,
      reports,
      report_questions: 0,
      hand_out_conflicts: 0,
      reports_overdue: 0,
      reports_until: null,
    };
    const { requests } = fakeApi({ '/seller/waiting': [{ body: { data } }] });
    return {
      requests,
      ...renderInLanguage('en', <SellerTaskCount />),
    };
  }

  test('shows the number of orders to hand out and reports to answer, with an accessible text', async () => {
    renderCount(3, 1);
    expect(await screen.findByText('4')).toBeVisible();
    expect(screen.getByText(/\b4\b.+/)).toHaveClass('sr-only');
  });

  test('counts the same shop as the headline and the tabs, and names what waits at the others', async () => {
    const places = [
      { id: 1, name: 'Padaria Aurora', to_hand_out: 5 },
      { id: 2, name: 'Aurora Café', to_hand_out: 1 },
      { id: 3, name: 'Aurora Norte', to_hand_out: 0 },
    ];
    const data = { ...overdue, reports_overdue: 0, to_hand_out: 6, places, reports: 2 };
    fakeApi({ '/seller/waiting': [{ body: { data } }] });
    writeStored('sellerPlaces', { 0: [1] });
    renderInLanguage(
      'en',
      <>
        <SellerTaskCount />
        <ToHandOutCount />
        <OpenReportCount />
        <OtherPlacesToHandOut />
      </>,
    );
    const readBadges = () => screen.getAllByText(/^\d+$/).map(({ textContent }) => textContent);
    await screen.findByText('5 packs to hand out');
    // That of the menu is the sum of those of the tabs.
    expect(readBadges()).toEqual(['7', '5', '2']);
    expect(screen.queryByRole('button', { name: /Aurora Norte/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Aurora Café.* · 1/ }));
    expect(readBadges()).toEqual(['3', '1', '2']);
    expect(screen.getByText('1 pack to hand out')).toBeInTheDocument();
  });

  const overdue = {
    to_hand_out: 0,
    places: [],
    reports: 0,
    report_questions: 0,
    hand_out_conflicts: 0,
    reports_overdue: 1,
    reports_until: null,
  };
  const waiting = { ...overdue, reports: 2, reports_until: '2026-11-23T18:00:00.000Z' };
  const questioned = { ...overdue, report_questions: 2 };

  test.each([
    ['pt', waiting, /2 problemas à espera da tua resposta.*Até segunda, 23\/11, às 18:00/],
    ['en', waiting, /2 problems are waiting for your answer.*Until Mon 23 Nov, 18:00/],
    ['ru', waiting, /2 проблемы ждут ответа.*До понедельника, 23 нояб\., 18:00/],
    ['en', overdue, /1 problem is with WoPack now/],
    ['pt', questioned, /O WoPack tem perguntas sobre 2 problemas/],
    ['ru', questioned, /WoPack спрашивает о 2 проблемах/],
  ] as const)('the store page names open reports and their deadline (%s)', async (language, data, text) => {
    fakeApi({ '/seller/waiting': [{ body: { data } }] });
    const { container } = renderInLanguage(
      language,
      <>
        <OpenReportsCard timeZone="Europe/Lisbon" />
        <OpenReportCount />
      </>,
    );
    expect(await within(container).findByRole('region')).toHaveTextContent(text);
    expect(screen.getByRole('link')).toHaveAttribute('href', '/seller/orders?view=reports');
    // The badge counts what can still be answered, and questions.
    const badges = screen.queryAllByText(/^\d+$/).map(({ textContent }) => textContent);
    expect(badges).toEqual(data === overdue ? [] : ['2']);
  });

  test('the store page names what a counter without a connection handed out against its order', async () => {
    fakeApi({ '/seller/waiting': [{ body: { data: { ...overdue, hand_out_conflicts: 2 } } }] });
    const { container } = renderInLanguage(
      'ru',
      <>
        <HandOutConflictsCard />
        <OpenReportCount />
      </>,
    );
    expect(await within(container).findByRole('region')).toHaveTextContent(
      /2 заказа выдано, хотя было уже нельзя/,
    );
    expect(screen.getByRole('link')).toHaveAttribute('href', '/seller/orders?view=reports');
    expect(screen.getByText('2')).toBeVisible();
  });

  test('more than 99 is shown as 99+', async () => {
    renderCount(120, 0);
    expect(await screen.findByText('99+')).toBeVisible();
  });

  test('renders nothing without tasks', async () => {
    const { requests, container } = renderCount(0, 0);
    await renderReplies(requests);
    expect(container.textContent).toBe('');
  });
});

describe('payouts', () => {
  const payout = {
    iban: '•••• 0154',
    holder: 'Rui',
    missing: [],
    minimum_cents: 1000,
    next_payout: '2026-12-05',
    accounts: [{ role: 'seller', balance_cents: 5000, payable_cents: 4270, held: [], last: null }],
    last: null,
  };
  const business = { legal_name: 'Aurora', address: 'Chiado', country: 'PT', vat_number: 'PT501442600' };
  const renderCard = (data: object, businessData: object | null) => {
    fakeApi({ '/user/payout': [{ body: { data } }], '/business': [{ body: { data: businessData } }] });
    return renderInLanguage('en', <PayoutCard />);
  };

  test('shows balance, payout date and account', async () => {
    renderCard(payout, business);
    expect(await screen.findByText('€42.70')).toBeVisible();
    expect(screen.getByText(/5 December/)).toBeVisible();
    expect(screen.getByRole('link', { name: '•••• 0154' })).toHaveAttribute('href', '/account/payout');
    expect(screen.getByText('Rui')).toBeVisible();
    expect(screen.getByRole('link', { name: 'PT501442600' })).toHaveAttribute('href', '/account/business');
    expect(screen.getByRole('link', { name: 'Statements' })).toHaveAttribute('href', '/statements');
  });

  test('says why a payout is held', async () => {
    renderCard({ ...payout, held_until: '2027-01-05', next_payout: '2027-01-05' }, business);
    expect(await screen.findByText(/one payout is skipped.* on .*5 January/)).toBeVisible();
  });

  test.each([
    [
      ['email', 'business', 'iban'],
      {
        'Confirm your e-mail': '/account/payout',
        'Business details': '/account/business',
        'Bank account': '/account/payout',
      },
    ],
    [['business'], { 'Business details': '/account/business' }],
  ])('what is missing to be paid is a list with links: %j', async (missing, expectedLinks) => {
    fakeApi({ '/user/payout': [{ body: { data: { ...payout, missing } } }] });
    renderInLanguage('en', <MissingForPayout />);
    const list = within(await screen.findByRole('region', { name: 'To get paid' }));
    expect(list.getAllByRole('listitem')).toHaveLength(3);
    const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(Object.fromEntries(links)).toEqual(expectedLinks);
  });

  test('of another’s business leads to its page', async () => {
    queryClient.setQueryData(['me'], { ...me, business: { id: 31, role: 'owner' } });
    fakeApi({ '/user/payout': [{ body: { data: { ...payout, missing: ['iban'] } } }] });
    renderInLanguage('en', <MissingForPayout />);
    expect(await screen.findByRole('link', { name: 'Bank account' })).toHaveAttribute(
      'href',
      '/seller/payout',
    );
  });

  test('nothing is listed once nothing is missing', async () => {
    const { requests } = fakeApi({ '/user/payout': [{ body: { data: payout } }] });
    const { container } = renderInLanguage('en', <MissingForPayout />);
    await renderReplies(requests);
    expect(container.textContent).toBe('');
  });

  test('asks for missing data', async () => {
    renderCard({ ...payout, iban: null, accounts: [] }, null);
    expect(await screen.findByText('€0.00')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add an account' })).toHaveAttribute('href', '/account/payout');
    expect(screen.getByRole('link', { name: 'Add a number' })).toHaveAttribute('href', '/account/business');
  });

  test('shows an error when it did not load', async () => {
    fakeApi({});
    renderInLanguage('en', <PayoutCard />);
    expect(await screen.findByRole('button')).toBeVisible();
  });
});
